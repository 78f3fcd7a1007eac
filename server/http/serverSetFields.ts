import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { serverSetFields } from '../../shared/contract/texts.ts';
import { ApiProblem } from './problem.ts';

/**
 * Refuses a save that would change fields which the server sets (AZ-4). Equal values pass, because the specification's callers send the
 * whole record back. Called after the versions were compared: a stale record is a conflict and not a wrong field.
 */
export async function refuseServerSetChanges(
  { body: schema, response }: Pick<Endpoint, 'body' | 'response'>,
  body: object,
  /** The record as responses deliver it; read only where such a field was sent. */
  read: () => unknown,
): Promise<void> {
  const values = body as Readonly<Record<string, unknown>>;
  const sent = serverSetFields(schema).filter((name) => values[name] !== undefined);
  if (sent.length === 0 || response.kind !== 'json') return;
  const record = JSON.parse(JSON.stringify(z.parse(response.schema, await read()))) as Readonly<
    Record<string, unknown>
  >;
  const differing = sent.filter((name) => !isDeepStrictEqual(values[name], record[name]));
  if (differing.length === 0) return;
  const text = 'is set by the server: leave it out, or send the value that the record has';
  throw new ApiProblem('E-REQUEST-INVALID', {
    modelState: Object.fromEntries(differing.map((name) => [name, [text]])),
  });
}
