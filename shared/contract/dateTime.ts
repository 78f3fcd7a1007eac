import { z } from 'zod';

const earliest = Date.UTC(1900, 0, 1);
const latest = Date.UTC(9999, 0, 1);

/** A date and time as a caller writes it, with its offset; within the years every database can keep. */
export const dateTime = z.iso
  .datetime({ offset: true, error: 'must be a date and time such as 2026-08-21T06:00:00Z' })
  .refine((text) => {
    const at = Date.parse(text);
    return at >= earliest && at < latest;
  }, 'must lie between the years 1900 and 9999');
