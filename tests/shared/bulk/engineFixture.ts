import { ApiError } from '../../../shared/client/apiError.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import type { BulkAction, Current, RowContext } from '../../../shared/bulk/action.ts';
import type { Values } from '../../../shared/bulk/values.ts';

/** What goes wrong with one call: lost on the way there, lost on the way back, refused. */
export type Fault = 'none' | 'lost-before' | 'lost-after' | 'gateway-after' | 'busy' | 'refused' | 'broken';

export interface Item {
  readonly id: string;
  readonly key: string;
  text: string;
  enabled: boolean;
  version: number;
}

interface Sent {
  readonly what: string;
  readonly key: string;
}

/** A server in memory that can be made to fail. It keeps no idempotency keys: what is sent twice is carried out twice. */
export const createFixture = (faultOf: (what: string, key: string) => Fault = () => 'none') => {
  const items: Item[] = [];
  /** Changes that were really made. */
  const applied: Sent[] = [];
  const overlaps: string[] = [];
  const busy = new Set<string>();
  let calls = 0;

  const lost = (status: 0 | 502) =>
    new ApiError({ status, code: status === 0 ? 'E-NETWORK' : 'E-INTERNAL', message: 'The connection was lost.' });

  const response = async <T>(what: string, key: string, work: () => T): Promise<T> => {
    calls += 1;
    const isWrite = what !== 'read';
    if (isWrite && busy.has(key)) overlaps.push(key);
    if (isWrite) busy.add(key);
    await Promise.resolve();
    try {
      const fault = faultOf(what, key);
      if (fault === 'lost-before') throw lost(0);
      if (fault === 'busy') throw new ApiError({ status: 429, code: 'E-RATE-LIMITED', retryAfterMs: 1000 });
      if (fault === 'broken') throw new ApiError({ status: 500, code: 'E-INTERNAL' });
      if (fault === 'refused') {
        throw new ApiError({ status: 400, code: 'E-REQUEST-INVALID', modelState: { text: ['Too plain.'] } });
      }
      const result = work();
      if (isWrite) applied.push({ what, key });
      await Promise.resolve();
      if (fault === 'lost-after') throw lost(0);
      if (fault === 'gateway-after') throw lost(502);
      return result;
    } finally {
      busy.delete(key);
    }
  };

  const known = (key: string): Item => {
    const item = items.find((one) => one.key === key);
    if (item === undefined) throw new ApiError({ status: 404, code: 'E-NOT-FOUND' });
    return item;
  };

  const add = (key: string, text = 'old', enabled = false): Item => {
    const item = { id: `id-${key}-${items.length}`, key, text, enabled, version: 1 };
    items.push(item);
    return item;
  };

  /** Stands in for calls of the contract, so that the engine knows which of them only read. */
  const client = {
    organizations: {
      get: (key: string) => response('read', key, () => ({ ...known(key) })),
      create: (key: string, text: string) => response('create', key, () => ({ ...add(key, text) })),
      update: (key: string, text: string, version: number) =>
        response('update', key, () => {
          const item = known(key);
          if (item.version !== version) throw new ApiError({ status: 409, code: 'E-VERSION-CONFLICT' });
          item.text = text;
          item.version += 1;
          return { ...item };
        }),
      // Flips whatever it is asked for, as the worst server would.
      enable: (key: string) =>
        response('flip', key, () => {
          const item = known(key);
          item.enabled = !item.enabled;
          item.version += 1;
          return { ...item };
        }),
      delete: (key: string) => response('delete', key, () => items.splice(items.indexOf(known(key)), 1) && undefined),
      sync: (key: string) => response('sync', key, () => known(key) && undefined),
    },
  };
  const call = (name: keyof typeof client.organizations, input: readonly unknown[]): Promise<unknown> =>
    Reflect.apply(client.organizations[name], undefined, input) as Promise<unknown>;

  return {
    items,
    applied,
    overlaps,
    add,
    calls: () => calls,
    client: {
      organizations: Object.fromEntries(
        (Object.keys(client.organizations) as (keyof typeof client.organizations)[]).map((name) => [
          name,
          (input: readonly unknown[]) => call(name, input),
        ]),
      ),
      invalidate: () => undefined,
    } as unknown as Client,
  };
};

export type Fixture = ReturnType<typeof createFixture>;

type Call = (input: readonly unknown[], options: RowContext['options']) => Promise<Item>;
const callsOf = (context: RowContext) => context.client.organizations as unknown as Record<string, Call>;
const send = (context: RowContext, name: string, ...input: readonly unknown[]): Promise<Item> => {
  const match = callsOf(context)[name];
  if (match === undefined) throw new TypeError(`no call ${name}`);
  return match(input, context.options);
};

const keyIn = ({ key }: Values): string => String(key);
const stateOf = ({ id, key, version, text, enabled }: Item): Current => ({
  id,
  name: key,
  version,
  values: { text, enabled },
});

const lookedUp = async (values: Values, context: RowContext): Promise<Current | undefined> => {
  try {
    return stateOf(await send(context, 'get', keyIn(values)));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};

const base = {
  columns: [
    { name: 'key', kind: 'text', required: true, field: 'key', summary: 'which item', examples: ['a', 'b'] },
    { name: 'text', kind: 'text', field: 'text', summary: 'its text', examples: ['x', 'y'] },
  ],
  naturalKey: 'key',
  undoes: 'restores it',
  calls: ['organizations.get'],
  keyOf: keyIn,
  lockOf: keyIn,
  read: lookedUp,
} as const satisfies Partial<BulkAction>;

export const itemsCreate: BulkAction = {
  ...base,
  name: 'items.create',
  summary: 'Add items',
  kind: 'create',
  desired: ({ text = 'new' }) => ({ text }),
  write: async (values, _current, _changes, context) =>
    stateOf(await send(context, 'create', keyIn(values), values['text'] ?? 'new')),
  reverse: ({ values }) => ({ action: 'items.delete', values: { key: keyIn(values) } }),
};

export const itemsUpdate: BulkAction = {
  ...base,
  name: 'items.update',
  summary: 'Change items',
  kind: 'update',
  merges: true,
  desired: ({ key: _key, ...cells }) => cells,
  write: async (values, current, _changes, context) =>
    stateOf(await send(context, 'update', keyIn(values), values['text'], current?.version)),
  reverse: ({ values, before }) => ({
    action: 'items.update',
    values: { key: keyIn(values), text: before?.values['text'] ?? null },
  }),
};

export const itemsSwitch: BulkAction = {
  ...base,
  name: 'items.switch',
  summary: 'Switch items',
  kind: 'toggle',
  desired: ({ enabled = null }) => ({ enabled }),
  write: async (values, _current, _changes, context) => stateOf(await send(context, 'enable', keyIn(values))),
  reverse: ({ values, before }) => ({
    action: 'items.switch',
    values: { key: keyIn(values), enabled: before?.values['enabled'] ?? null },
  }),
};

export const itemsDelete: BulkAction = {
  ...base,
  name: 'items.delete',
  summary: 'Delete items',
  kind: 'delete',
  undoes: null,
  desired: () => null,
  async write(values, _current, _changes, context) {
    await send(context, 'delete', keyIn(values));
    return undefined;
  },
};

export const itemsSync: BulkAction = {
  ...base,
  name: 'items.sync',
  summary: 'Sync items',
  kind: 'one-way',
  naturalKey: null,
  undoes: null,
  desired: () => null,
  async write(values, current, _changes, context) {
    await send(context, 'sync', keyIn(values));
    return current;
  },
};

export const itemActions: readonly BulkAction[] = [itemsCreate, itemsUpdate, itemsSwitch, itemsDelete, itemsSync];
export const itemActionNamed = (name: string): BulkAction | undefined => itemActions.find((one) => one.name === name);
