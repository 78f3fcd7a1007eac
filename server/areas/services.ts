import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';

/** What every area gets to work with. */
export interface Services {
  readonly config: Config;
  readonly database: Database;
}
