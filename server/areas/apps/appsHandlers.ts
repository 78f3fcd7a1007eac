import { sql } from 'drizzle-orm';
import { apps } from '../../../shared/contract/apps.ts';
import { namedStore } from '../../database/namedStore.ts';
import { apps as table } from '../../database/schema/lookups.ts';
import type { Services } from '../../http/areaEntry.ts';
import { namedRecordHandlers } from '../../http/namedRecordHandlers.ts';
import type { Handlers } from '../../http/registerArea.ts';

export const appsHandlers = (services: Services): Handlers<typeof apps> => ({
  ...namedRecordHandlers(services, { area: 'apps', one: 'app', table, saves: apps.update }),
  list: ({ query: { search, name, sort, col, page, size } }) => {
    const query = { search, sortDir: sort, sortBy: col, pageNumber: page, pageSize: size };
    const isNamed = name ? sql`lower(${table.name}) = lower(${name})` : undefined;
    return namedStore(table).page(services.database.db, query, isNamed);
  },
});
