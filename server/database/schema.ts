/** All tables, gathered for drizzle. */
import * as lookups from './schema/lookups.ts';
import * as organizations from './schema/organizations.ts';
import * as people from './schema/people.ts';
import * as records from './schema/records.ts';

export const schema = { ...lookups, ...organizations, ...people, ...records };
