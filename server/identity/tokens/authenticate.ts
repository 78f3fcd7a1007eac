import type { Actor } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Database } from '../../database/openDatabase.ts';
import { asRole } from '../accounts.ts';
import type { IdentityConfig } from '../identityConfig.ts';
import { cacheBriefly } from './briefCache.ts';
import { createTokenCheck, type TokenClaims } from './checkToken.ts';
import { findClientActor, findUserActor } from './findActor.ts';
import { type ExternalPerson, findExternalActor } from './findExternalActor.ts';
import { rememberChecks } from './tokenCache.ts';

export type Authenticate = (token: string) => Promise<Actor>;

/** Who a bearer token speaks for, as the database knows it now; throws E-TOKEN-* when nobody. */
export function createAuthenticate(database: Database, config: IdentityConfig): Authenticate {
  const check = rememberChecks(createTokenCheck(database, config));
  if (config.externalIssuer !== null) {
    const find = cacheBriefly((key) => findExternalActor(database, config, JSON.parse(key) as ExternalPerson));
    return async (token) => find(JSON.stringify(externalPerson(await check(token), config)));
  }
  const findUser = cacheBriefly((key) => findUserActor(database, config, JSON.parse(key) as [string, string | null]));
  const findClient = cacheBriefly((clientId) => findClientActor(database, config, clientId));
  return async (token) => {
    const claims = await check(token);
    // RFC 9068: a client that acts for itself is the subject of its token.
    const actor = await (claims.sub === claims['client_id']
      ? findClient(claims.sub)
      : findUser(JSON.stringify([claims.sub, grantOf(claims)])));
    // Whoever lost or changed the role signs in again and gets a token that says so.
    if (!actor || actor.role !== roleOf(claims)) throw new ApiProblem('E-TOKEN-REVOKED');
    return actor;
  };
}

function externalPerson(claims: TokenClaims, { roleClaim }: IdentityConfig): ExternalPerson {
  const given = claims[roleClaim];
  const email = claims['email'] ?? claims['preferred_username'] ?? claims['upn'];
  return {
    sub: claims.sub,
    // An address that the other provider says it has not checked is nobody's.
    email: typeof email === 'string' && claims['email_verified'] !== false ? email : null,
    name: typeof claims['name'] === 'string' ? claims['name'] : null,
    roles: [given].flat().filter((role) => typeof role === 'string'),
  };
}

const grantOf = (claims: TokenClaims) => (typeof claims['grant'] === 'string' ? claims['grant'] : null);

const roleOf = ({ roles }: TokenClaims) => (Array.isArray(roles) ? asRole(roles[0]) : undefined);
