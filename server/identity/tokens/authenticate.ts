import type { Authenticate } from '../../http/access.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Database } from '../../database/openDatabase.ts';
import { asRole } from '../accounts.ts';
import type { IdentityConfig } from '../identityConfig.ts';
import { endIdleSessions, isEndedAsIdle, isIdle, recordAction } from '../idle.ts';
import type { KeyRing } from '../keyRing.ts';
import { createTokenCheck, type TokenClaims } from './checkToken.ts';
import { findClientActor, findUserActor } from './findActor.ts';
import { type ExternalPerson, findExternalActor } from './findExternalActor.ts';
import { rememberChecks } from './tokenCache.ts';

/**
 * Who a bearer token speaks for, as the database knows it now; throws E-TOKEN-* when nobody. Only the signature check is cached: whether the
 * account and its sign-in still exist is one look-up before each call (quality AZ-5).
 */
export function createAuthenticate(database: Database, ring: KeyRing, config: IdentityConfig): Authenticate {
  const isRevokedKey = (kid: string | undefined) =>
    config.externalIssuer === null && !ring.keys().some((key) => key.kid === kid);
  const check = rememberChecks(createTokenCheck(ring, config), isRevokedKey);
  if (config.externalIssuer !== null) {
    // Not remembered: a removed link ends the access at once, in every process.
    return async (token) => findExternalActor(database, config, externalPerson(await check(token), config));
  }
  return async (token, secondsSinceAction) => {
    const claims = await check(token);
    const grant = grantOf(claims);
    // RFC 9068: a client that acts for itself is the subject of its token.
    const actor = await (claims.sub === claims['client_id']
      ? findClientActor(database, config, { id: claims.sub, generation: claims['generation'] ?? 1 })
      : findUserActor(database, config, { id: claims.sub, grant }));
    if (!actor && grant !== null && (await isEndedAsIdle(database, grant))) throw new ApiProblem('E-SESSION-IDLE');
    // Whoever lost or changed the role signs in again and gets a token that says so.
    if (!actor || actor.role !== roleOf(claims)) throw new ApiProblem('E-TOKEN-REVOKED');
    if (isIdle(actor, config)) {
      await endIdleSessions(database, config);
      throw new ApiProblem('E-SESSION-IDLE');
    }
    return secondsSinceAction === undefined ? actor : recordAction(database, actor, secondsSinceAction);
  };
}

function externalPerson(claims: TokenClaims, { issuer, roleClaim }: IdentityConfig): ExternalPerson {
  const given = claims[roleClaim];
  const { email, name } = { email: claims['email'], name: claims['name'] };
  return {
    iss: claims.iss ?? issuer,
    sub: claims.sub,
    // An address that is not marked as verified, and a login name, do not identify a user.
    verifiedEmail: typeof email === 'string' && claims['email_verified'] === true ? email : null,
    name: typeof name === 'string' ? name : null,
    isPerson: [email, name, claims['preferred_username'], claims['upn']].some((text) => typeof text === 'string'),
    roles: [given].flat().filter((role) => typeof role === 'string'),
  };
}

const grantOf = (claims: TokenClaims) => (typeof claims['grant'] === 'string' ? claims['grant'] : null);

const roleOf = ({ roles }: TokenClaims) => (Array.isArray(roles) ? asRole(roles[0]) : undefined);
