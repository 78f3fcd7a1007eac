import { z } from 'zod';
import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';

/** Type of a field in a request. */
export type RequestKind = 'text' | 'number' | 'flag' | 'list';

/** The fields of a row, dotted where nested: `address.city`. */
interface RowFields {
  /** Of the response, or of one record of a list. */
  readonly all: readonly string[];
  /** The values of response fields that are enumerations. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Of the request, without the version and the read-only fields that it ignores. */
  readonly request: Readonly<Record<string, RequestKind>>;
}

/** The schema inside of nullable, optional, default and preprocessed ones. */
const unwrapped = (schema: z.core.SomeType): z.core.SomeType => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap());
  return schema instanceof z.ZodPipe ? unwrapped(schema.in) : schema;
};

const leaves = (schema: z.core.SomeType, path = ''): readonly (readonly [path: string, schema: z.core.SomeType])[] => {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodObject)) return path === '' ? [] : [[path, inner]];
  return Object.entries(inner.shape).flatMap(([key, child]) => leaves(child, path === '' ? key : `${path}.${key}`));
};

const elementOf = (list: unknown): z.core.SomeType | undefined =>
  list instanceof z.ZodArray ? list.element : undefined;

/** The schema of one record: a list responds with `items`, or `users`, and their number; the interoperability API with `value`. */
const recordSchema = (schema: z.core.SomeType): z.core.SomeType => {
  const { items, users, value }: Record<string, unknown> = schema instanceof z.ZodObject ? schema.shape : {};
  return elementOf(items ?? users ?? value) ?? schema;
};

const kindOf = (schema: z.core.SomeType): RequestKind => {
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'flag';
  return schema instanceof z.ZodArray ? 'list' : 'text';
};

const fieldsOf = ({ response, body }: Endpoint): RowFields => {
  const fields = response.kind === 'json' ? leaves(recordSchema(response.schema)) : [];
  const request = body === undefined ? [] : leaves(body);
  return {
    all: fields.map(([path]) => path),
    values: Object.fromEntries(
      fields.flatMap(([path, schema]) =>
        schema instanceof z.ZodEnum ? [[path, schema.options.filter((option) => typeof option === 'string')]] : [],
      ),
    ),
    request: Object.fromEntries(
      request
        .filter(([path, schema]) => path !== 'version' && !(schema instanceof z.ZodUnknown))
        .map(([path, schema]) => [path, kindOf(schema)]),
    ),
  };
};

/** The fields of every row of the contract. The build replaces this module by its value, as with wire.ts. */
export const contractFields: Readonly<Record<string, Readonly<Record<string, RowFields>>>> = Object.fromEntries(
  Object.entries(api).map(([area, rows]) => [
    area,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, fieldsOf(row)])),
  ]),
);
