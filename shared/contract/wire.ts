import { api } from './api.ts';
import type { Access, Area, Endpoint, Method } from './endpoint.ts';

/** A contract row without its schemas: all that a caller needs to send it. */
export interface WireRow {
  readonly method: Method;
  readonly path: string;
  readonly kind: Endpoint['answer']['kind'];
  readonly access: Access;
  readonly cacheSeconds?: number;
  readonly invalidates?: readonly string[];
  readonly flips?: boolean;
  /** Name of the JSON field of a multipart call. */
  readonly part?: string;
}
export type Wire = Readonly<Record<string, Readonly<Record<string, WireRow>>>>;

const wireRow = (row: Endpoint): WireRow => ({
  method: row.method,
  path: row.path,
  kind: row.answer.kind,
  access: row.access,
  ...(row.cacheSeconds === undefined ? {} : { cacheSeconds: row.cacheSeconds }),
  ...(row.invalidates === undefined ? {} : { invalidates: row.invalidates }),
  ...(row.flips === undefined ? {} : { flips: row.flips }),
  ...(row.upload === undefined ? {} : { part: row.upload.part }),
});

const wireArea = (area: Area) => Object.fromEntries(Object.entries(area).map(([name, row]) => [name, wireRow(row)]));

/**
 * The contract for callers. The builds of the web application and the command line replace this module by its own value, so that
 * neither loads a schema library to send a request (see vite/wirePlugin.ts).
 */
export const wire: Wire = Object.fromEntries(Object.entries(api).map(([name, area]) => [name, wireArea(area)]));
