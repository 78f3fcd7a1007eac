import { z } from 'zod';

/** A page of records with the exact number of all of them. */
export const pageOf = <T extends z.core.$ZodType>(item: T) =>
  z.object({ items: z.array(item), totalCount: z.int().nonnegative() });

/** All records there are, where they are few. */
export const listOf = <T extends z.core.$ZodType>(item: T) => z.object({ items: z.array(item) });

/** A yes or no in an address. */
export const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });

export const pageNumber = z.coerce.number().int().min(1).max(10_000_000).default(1);
/** The largest page a caller may request; the screens offer 10, 25, 50 and 100. */
export const pageSize = z.coerce.number().int().min(1).max(5000).default(10);
export const sortDir = z.enum(['asc', 'desc']).default('asc');
export const search = z
  .string()
  .trim()
  .max(200)
  .regex(/^[^\0]*$/, 'must not contain a NUL character')
  .optional();
