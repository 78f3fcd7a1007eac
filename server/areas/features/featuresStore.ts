import { asc, sql } from 'drizzle-orm';
import type { Database } from '../../database/openDatabase.ts';
import { features } from '../../database/schema/lookups.ts';

export const allFeatures = ({ db }: Database) =>
  db
    .select()
    .from(features)
    .orderBy(asc(sql`lower(${features.name})`), asc(features.id));
