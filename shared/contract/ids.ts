import { z } from 'zod';

/** Ids are opaque strings to callers; ours are UUIDs. */
export const id = z.uuid('must be an id');
export const idParams = z.strictObject({ id });
