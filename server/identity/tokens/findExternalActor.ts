import { roles } from '../../../shared/contract/endpoint.ts';
import type { Actor } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Database } from '../../database/openDatabase.ts';
import { findAccountByUserName, workplaceOf } from '../accounts.ts';
import type { IdentityConfig } from '../identityConfig.ts';

/** What a token of another provider says of its subject. */
export interface ExternalPerson {
  readonly sub: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly roles: readonly string[];
}

/**
 * Another provider says who it is and, by the role claim, as what. Somebody with an account here of the same e-mail
 * address works with that account's organization, has its role when the claim names none, and is out when it is disabled.
 */
export async function findExternalActor(
  database: Database,
  config: IdentityConfig,
  { sub, email, name, roles: claimed }: ExternalPerson,
): Promise<Actor> {
  const account = email === null ? undefined : await findAccountByUserName(database, config, email);
  if (account && !account.maySignIn) throw new ApiProblem('E-TOKEN-REVOKED');
  // The catalogue of roles begins with the strongest.
  const role = roles.find((known) => claimed.includes(known)) ?? account?.role;
  if (!role) throw new ApiProblem('E-TOKEN-INVALID');
  if (account) return { kind: 'user', id: account.id, name: account.name, role, ...workplaceOf(account) };
  const kind = email === null && name === null ? 'client' : 'user';
  return { kind, id: sub, name: name ?? email ?? sub, role, organizationId: null, networkId: null };
}
