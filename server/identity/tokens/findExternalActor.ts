import { type Role, roles } from '../../../shared/contract/endpoint.ts';
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
 * The subject of another provider. One that is linked to an account here works with that account's organization, never with more than the role that
 * the account has there; it is out when the link was removed or the account is disabled. One without a link has the role of its role claim.
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
  const claimedRoles = roles.filter((known) => claimed.includes(known));
  if (account !== 'unlinked') {
    const role = withinRole(account.role, claimedRoles);
    return { kind: 'user', id: account.id, name: account.name, role, ...workplaceOf(account) };
  }
  const [claimedRole] = claimedRoles;
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

/** What each role includes, the strongest first. Reporting reads the whole platform, but writes nothing that an administrator of an organization may write. */
const includedRoles: Readonly<Record<Role, readonly Role[]>> = {
  SysAdmin: roles,
  SysAdminReporting: ['SysAdminReporting', 'User'],
  Administrator: ['Administrator', 'User'],
  User: ['User'],
};

/**
 * The role of a linked account where it works now, or less where its provider claims less. A claim of a role that the account does not have
 * is a mistake or an attack and adds nothing; of two roles that do not include each other, what both have is left.
 */
function withinRole(own: Role, claimed: readonly Role[]): Role {
  if (claimed.length === 0) return own;
  const common = (role: Role) => claimed.some((claim) => includedRoles[claim].includes(role));
  return includedRoles[own].find(common) ?? 'User';
}
