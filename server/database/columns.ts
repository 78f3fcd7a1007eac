import { bigint, customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { organizations } from './schema/organizations.ts';

/** Columns that several tables have. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const when = () => timestamp({ withTimezone: true });
export const number = () => bigint({ mode: 'number' });
/** Belongs to one organization and goes with it. */
export const ofOrganization = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });
