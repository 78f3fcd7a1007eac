import { api } from './api.ts';
import { type Access, type Area, type Endpoint, type Host, isProtectedRead, type Method } from './endpoint.ts';
import { errorCatalogue } from './errors.ts';
import { serverSetFields } from './texts.ts';

/** A contract row without its schemas: all that a caller needs to send it. */
export interface WireRow {
  readonly method: Method;
  readonly path: string;
  readonly kind: Endpoint['response']['kind'];
  readonly access: Access;
  readonly host?: Host;
  readonly cacheSeconds?: number;
  readonly invalidates?: readonly string[];
  readonly notRepeatable?: boolean;
  /** Changes nothing although its method may. */
  readonly readOnly?: true;
  /** Name of the JSON field of a multipart call. */
  readonly part?: string;
  /** Fields of the record that the server sets; a save leaves them out, because they may have changed since the record was loaded. */
  readonly serverSet?: readonly string[];
  /** Refused to users of an organization that is not activated. */
  readonly needsActivation?: true;
  /** Set for reads whose calls are events of the audit trail; those of writes always are. */
  readonly isProtected?: true;
  /** HTTP statuses of its errors, besides those of every row; 400 where the row checks an input. */
  readonly errors: readonly number[];
}
export type Wire = Readonly<Record<string, Readonly<Record<string, WireRow>>>>;

const errorsOf = ({ params, query, body, errors }: Endpoint): readonly number[] => {
  const statuses = new Set<number>(errors.map((code) => errorCatalogue[code].status));
  if (params !== undefined || query !== undefined || body !== undefined) statuses.add(400);
  return [...statuses].sort((a, b) => a - b);
};

const serverSetOf = ({ method, body }: Endpoint) => {
  const serverSet = method === 'PUT' ? serverSetFields(body) : [];
  return serverSet.length === 0 ? {} : { serverSet };
};

const wireRow = (row: Endpoint): WireRow => ({
  method: row.method,
  path: row.path,
  kind: row.response.kind,
  access: row.access,
  ...(row.host === undefined ? {} : { host: row.host }),
  ...(row.cacheSeconds === undefined ? {} : { cacheSeconds: row.cacheSeconds }),
  ...(row.invalidates === undefined ? {} : { invalidates: row.invalidates }),
  ...(row.notRepeatable === undefined ? {} : { notRepeatable: row.notRepeatable }),
  ...(row.readOnly === undefined ? {} : { readOnly: row.readOnly }),
  ...(row.upload === undefined ? {} : { part: row.upload.part }),
  ...serverSetOf(row),
  ...(isProtectedRead(row) ? { isProtected: true } : {}),
  ...(row.errors.includes('E-ORG-NOT-ACTIVATED') ? { needsActivation: true } : {}),
  errors: errorsOf(row),
});

const wireArea = (area: Area) => Object.fromEntries(Object.entries(area).map(([name, row]) => [name, wireRow(row)]));

/**
 * The contract for callers. The builds of the web application and the command line replace this module by its own value, so that
 * neither loads a schema library to send a request (see vite/wirePlugin.ts).
 */
export const wire: Wire = Object.fromEntries(Object.entries(api).map(([name, area]) => [name, wireArea(area)]));
