import { eq, sql } from 'drizzle-orm';
import type { Role } from '../../shared/contract/endpoint.ts';
import type { Database } from '../database/openDatabase.ts';
import { oidcClients } from '../database/schema/records.ts';
import { hashPassword } from './passwords.ts';

interface MachineClientBase {
  readonly clientId: string;
  readonly name: string;
  /** What the client may do: the same roles as people have. */
  readonly role: Role;
  readonly isDemo?: boolean;
}

/** Proves itself with a secret, or by signing with a private key whose public half we keep (preferred). */
export type MachineClient = MachineClientBase &
  ({ readonly secret: string } | { readonly jwks: { readonly keys: readonly Record<string, unknown>[] } });

const nextGeneration = { generation: sql`${oidcClients.generation} + 1` };

/** Refuses the client and its tokens from now on; false where there is none of this id. */
export async function disableMachineClient({ db }: Pick<Database, 'db'>, clientId: string): Promise<boolean> {
  const { rowCount } = await db
    .update(oidcClients)
    .set({ isEnabled: false, ...nextGeneration })
    .where(eq(oidcClients.clientId, clientId));
  return rowCount === 1;
}

/**
 * Registers the client, or gives an existing one of this id the new name, role and proof, and enables it. Its former tokens end. The secret is
 * stored as a hash.
 */
export async function registerMachineClient(database: Database, client: MachineClient): Promise<void> {
  const values = {
    name: client.name,
    role: client.role,
    isDemo: client.isDemo ?? false,
    isEnabled: true,
    secret: 'secret' in client ? await hashPassword(client.secret) : null,
    jwks: 'jwks' in client ? { keys: client.jwks.keys.map(refusePrivate) } : null,
  };
  await database.db
    .insert(oidcClients)
    .values({ clientId: client.clientId, ...values })
    .onConflictDoUpdate({ target: oidcClients.clientId, set: { ...values, ...nextGeneration } });
}

function refusePrivate(key: Record<string, unknown>): Record<string, unknown> {
  if ('d' in key || 'k' in key) throw new Error('Register the public key: this one carries its private part.');
  return key;
}
