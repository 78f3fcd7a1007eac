import { roles } from '../../../shared/contract/endpoint.ts';
import type { Actor } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Database } from '../../database/openDatabase.ts';
import { findAccountById, workplaceOf } from '../accounts.ts';
import type { IdentityConfig } from '../identityConfig.ts';
import { findLinkedAccount } from '../links/identityLinks.ts';

/** What a token of another provider says of its subject. */
export interface ExternalPerson {
  readonly iss: string;
  readonly sub: string;
  /** Only where `email_verified` is the boolean true. */
  readonly verifiedEmail: string | null;
  readonly name: string | null;
  /** Whether any claim names a person. */
  readonly isPerson: boolean;
  readonly roles: readonly string[];
}

/** Tokens are checked outside of a request that could be named. */
const caller = { requestId: '', address: '' };

/**
 * The subject of another provider. It has the role of the role claim; only a subject that is linked to an account here works with
 * that account's organization, and has its role when the claim names none. It is out when the link was removed or the account is disabled.
 */
export async function findExternalActor(
  database: Database,
  config: IdentityConfig,
  { iss, sub, verifiedEmail, name, isPerson, roles: claimed }: ExternalPerson,
): Promise<Actor> {
  const { trustedDomains } = config;
  const account = await findLinkedAccount(database, config, {
    issuer: iss,
    subject: sub,
    verifiedEmail,
    trustedDomains,
    organizationId: null,
    caller,
  });
  if (account === 'refused') throw new ApiProblem('E-TOKEN-REVOKED');
  // The catalogue of roles begins with the strongest.
  const claimedRole = roles.find((known) => claimed.includes(known));
  if (account !== 'unlinked') {
    const role = claimedRole ?? account.role;
    return { kind: 'user', id: account.id, name: account.name, role, ...workplaceOf(account) };
  }
  // A subject with the id of an account here would act in its name.
  if (!claimedRole || (await findAccountById(database, config, sub))) throw new ApiProblem('E-TOKEN-INVALID');
  const kind = isPerson ? 'user' : 'client';
  return {
    kind,
    id: sub,
    name: name ?? verifiedEmail ?? sub,
    role: claimedRole,
    organizationId: null,
    networkId: null,
  };
}
