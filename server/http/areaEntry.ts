import type { Area } from '../../shared/contract/endpoint.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';
import type { Handlers } from './registerArea.ts';

/** What an area's handlers may use. */
export interface Services {
  readonly config: Config;
  readonly database: Database;
}

/** A line of the registry: an area of the contract and who answers it. */
export interface AreaEntry {
  readonly name: string;
  readonly rows: Area;
  createHandlers(services: Services): Handlers<Area>;
}

/** Checks the handlers of an area against its rows, then forgets the exact types so that entries fit in one list. */
export const areaEntry = <A extends Area>(name: string, rows: A, createHandlers: (services: Services) => Handlers<A>): AreaEntry => ({
  name,
  rows,
  createHandlers: createHandlers as unknown as AreaEntry['createHandlers'],
});
