import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientMetadata, Provider } from 'oidc-provider';
import type { Database } from '../database/openDatabase.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Charge, chargeAttempt, clearFailures, refundAttempt, type SignInSource } from './login/lockout.ts';
import { createQueue } from './oneAtATime.ts';
import { requestFacts } from './requestFacts.ts';
import { auditSignIn, type Caller } from './signInAudit.ts';

/** A request in which a machine client proves itself by a secret or a signed assertion. */
interface ClientAttempt {
  readonly ctx: { readonly status: number; readonly oidc?: { readonly route: string } };
  readonly caller: Caller;
  charged?: {
    readonly source: SignInSource;
    readonly client: { readonly clientId: string; readonly name: string } | null;
    /** Null where the client is locked for this address. */
    readonly charge: Charge | null;
  };
  /** The secret or the assertion was right. */
  isProven: boolean;
  readonly ended: Promise<void>;
}

const attempts = new AsyncLocalStorage<ClientAttempt>();
/** Right requests at the same time would charge each other into a lock. */
const queue = createQueue();
/** Routes of the provider at which clients authenticate. */
const authenticatingRoutes = new Set(['token', 'revocation', 'device_authorization']);
const longestClientId = 200;

/**
 * Locks and audits machine clients like people (quality AU-2): the attempt is charged when the client is looked up, before its secret
 * is evaluated, and cleared when it was right. A locked client is unknown to the provider, so the response to a right secret is that to a wrong one.
 */
export function guardMachineClients(provider: Provider, database: Database): void {
  provider.use(async (ctx, next) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const caller = requestFacts.getStore()?.caller ?? { requestId: '', address: '' };
    const attempt: ClientAttempt = { ctx, caller, isProven: false, ended };
    try {
      await attempts.run(attempt, () => next());
      await settle(database, attempt);
    } finally {
      end();
    }
  });
}

/** Marks the client of the request under way as proven. */
export function proveClient(isRight = true): boolean {
  const attempt = attempts.getStore();
  if (attempt && isRight) attempt.isProven = true;
  return isRight;
}

/** The client, unless it is locked for the address of the caller. */
export async function chargeClient(
  database: Database,
  clientId: string,
  client: ClientMetadata | undefined,
): Promise<ClientMetadata | undefined> {
  const attempt = attempts.getStore();
  if (!attempt || attempt.charged || !authenticatingRoutes.has(attempt.ctx.oidc?.route ?? '')) return client;
  if (clientId.length > longestClientId || clientId.includes('\0')) return undefined;
  const source = { kind: 'client', userName: clientId, address: attempt.caller.address } as const;
  await turnOf(`${clientId} ${source.address}`, attempt.ended);
  const charge = await chargeAttempt(database, source);
  attempt.charged = {
    source,
    charge,
    client: client ? { clientId, name: client.client_name ?? clientId } : null,
  };
  return charge ? client : undefined;
}

/** Waits for the other requests of the key in this process, and holds them back until this one has ended. */
const turnOf = (key: string, ended: Promise<void>) =>
  new Promise<void>((begin) => {
    void queue.run(key, () => {
      begin();
      return ended;
    });
  });

async function settle(database: Database, { ctx, caller, charged, isProven }: ClientAttempt): Promise<void> {
  if (!charged) return;
  const { source, charge, client } = charged;
  const event = { userName: source.userName, client, caller };
  if (!charge) {
    await auditSignIn(database.db, [{ ...event, action: 'identity.signInRefused' }]);
    return;
  }
  const { failures, locks } = charge;
  if (ctx.status === 401) {
    const details = { failures };
    await auditSignIn(database.db, [
      { ...event, action: 'identity.signInFailed', details },
      ...(locks === null ? [] : [{ ...event, action: 'identity.locked' as const, details: { ...details, locks } }]),
    ]);
  } else if (isProven && ctx.status < 500) {
    await inTransaction(database, async (tx) => {
      await clearFailures(tx, source, charge);
      if (ctx.status === 200 && ctx.oidc?.route === 'token') {
        await auditSignIn(tx, [{ ...event, action: 'identity.signIn', details: { method: 'client' } }]);
      }
    });
  } else await refundAttempt(database, source, charge);
}
