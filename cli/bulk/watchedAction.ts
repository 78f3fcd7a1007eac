import type { BulkAction, Current } from '../../shared/bulk/action.ts';
import type { Client } from '../../shared/client/createClient.ts';

/** What an action met while it planned and ran a single row; a command shows it, the journal does not keep it. */
export interface Seen {
  /** What was read last. */
  found: Current | undefined;
  /** What the last call of the write answered. */
  answer: unknown;
  /** What was thrown last, with all the server said. */
  thrown: unknown;
}

type Calls = Readonly<Record<PropertyKey, unknown>>;

/** The same client; what its calls answer is handed on as well. */
const heard = (client: Client, hear: (answer: unknown) => void): Client =>
  new Proxy(client, {
    get(target, area): unknown {
      const rows: unknown = Reflect.get(target, area);
      if (typeof rows !== 'object' || rows === null) return rows;
      return new Proxy(rows as Calls, {
        get(inner, row): unknown {
          const call: unknown = Reflect.get(inner, row);
          if (typeof call !== 'function') return call;
          return async (...given: readonly unknown[]) => {
            const answer: unknown = await Reflect.apply(call, inner, given);
            hear(answer);
            return answer;
          };
        },
      });
    },
  });

/** The action, watched: it does the same, and what it met can be looked up in `seen`. */
export const watchedAction = (action: BulkAction): { readonly action: BulkAction; readonly seen: Seen } => {
  const seen: Seen = { found: undefined, answer: undefined, thrown: undefined };
  const noting = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      seen.thrown = thrown;
      throw thrown;
    }
  };
  const watched: BulkAction = {
    ...action,
    read: (values, context) =>
      noting(async () => {
        seen.found = await action.read(values, context);
        return seen.found;
      }),
    ...(action.check === undefined
      ? {}
      : {
          check: (values, current, context) =>
            noting(async () => (await action.check?.(values, current, context)) ?? []),
        }),
    ...(action.consequences === undefined
      ? {}
      : {
          consequences: (values, current, changes, context) =>
            noting(async () => (await action.consequences?.(values, current, changes, context)) ?? []),
        }),
    write: (values, current, changes, context) =>
      noting(() => {
        const client = heard(context.client, (answer) => {
          seen.answer = answer;
        });
        return action.write(values, current, changes, { ...context, client });
      }),
  };
  return { action: watched, seen };
};
