import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import { wire } from '../../shared/contract/wire.ts';
import { isRecord } from '../output/fields.ts';
import type { Planned } from './confirmed.ts';

/** The first call of a change, which a dry run does not send. */
class PlannedCall extends Error {
  readonly body: unknown;

  constructor(call: string, body: unknown) {
    super(`${call} is not sent in a dry run`);
    this.body = body;
  }
}

/** The client of a dry run: reads are sent, a change is thrown instead. */
export const planningClient = (client: Client): Client =>
  new Proxy(client, {
    get(target, area: string) {
      const rows: unknown = Reflect.get(target, area);
      const calls = wire[area];
      if (calls === undefined || typeof rows !== 'object' || rows === null) return rows;
      return new Proxy(rows, {
        get(own, row: string) {
          const { method, readOnly } = calls[row] ?? { method: 'GET' };
          if (method === 'GET' || readOnly === true) return Reflect.get(own, row) as unknown;
          return (input?: { readonly body?: unknown }) =>
            Promise.reject(new PlannedCall(`${area}.${row}`, input?.body));
        },
      });
    },
  });

/** Fields whose values are shown nowhere. */
const secretField = /password|secret|token/i;

const changesOf = (body: unknown): Planned['changes'] =>
  isRecord(body)
    ? Object.entries(body)
        .filter(([, value]) => value !== undefined)
        .map(([column, value]) => ({ column, before: null, after: shown(column, value) }))
    : [];

type Cell = Planned['changes'][number]['after'];

const shown = (field: string, value: unknown): Cell => {
  if (secretField.test(field)) return '(hidden)';
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Cell;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  return JSON.stringify(value, (key, inner: unknown) => (secretField.test(key) ? '(hidden)' : inner));
};

/**
 * What a dry run shows of a change. The fields of a new record are its changes; those of an existing one are known
 * only to commands that name them.
 */
export const plannedChange = async (
  send: (call: CallOptions) => Promise<unknown>,
  id: string | undefined,
): Promise<Planned> => {
  // The signal stops a call that does not go through the client of the dry run.
  const thrown: unknown = await send({ signal: AbortSignal.abort() }).catch((error: unknown) => error);
  if (!(thrown instanceof PlannedCall)) throw thrown;
  const { body } = thrown;
  const name = isRecord(body) && typeof body['name'] === 'string' ? body['name'] : null;
  return { id: id ?? null, name, changes: id === undefined ? changesOf(body) : [] };
};
