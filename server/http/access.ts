import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { isOpenTo } from '../../shared/rules/effectiveAccess.ts';
import { isSystemAdministrator } from '../../shared/rules/landing.ts';
import { plainAddress } from './clientAddress.ts';
import { type Actor, anonymous } from './context.ts';
import { ApiProblem } from './problem.ts';
import { bearerToken, secondsSinceAction } from './requestFacts.ts';

/** The second argument: seconds since the last action of the user, where the caller tells them. */
export type Authenticate = (token: string, secondsSinceAction?: number) => Promise<Actor>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the call; null until the token was checked, and on addresses outside the contract. */
    actor: Actor | null;
  }
}

const challenge = { 'www-authenticate': 'Bearer realm="carepost"' };

type AccessRules = Pick<Endpoint, 'access' | 'fromAnywhere'>;

/** Denies by default: the row names who may call it and from where, and nobody else passes (AZ-1). */
export async function allow(request: FastifyRequest, row: AccessRules, authenticate: Authenticate): Promise<Actor> {
  const { access } = row;
  if (access === 'public') return anonymous;
  const token = bearerToken(request);
  if (token === undefined) throw new ApiProblem('E-TOKEN-MISSING', { headers: challenge });
  const actor = await authenticate(token, secondsSinceAction(request)).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 401) {
      throw new ApiProblem(error.code, {
        message: error.message,
        cause: error,
        headers: { 'www-authenticate': 'Bearer realm="carepost", error="invalid_token"', ...error.headers },
      });
    }
    throw error;
  });
  // Known from here on, also where the call is refused: a capture shows refusals.
  request.actor = actor;
  if (!row.fromAnywhere && !mayWorkFrom(request.ip, actor)) throw new ApiProblem('E-ADDRESS-NOT-ALLOWED');
  if (!isOpenTo(access, [actor.role])) throw new ApiProblem('E-FORBIDDEN');
  return actor;
}

/** Platform administrators write the lists, so a wrong list never shuts them out. */
export const mayWorkFrom = (address: string, { role, allowedAddresses = [] }: Actor): boolean =>
  allowedAddresses.length === 0 || isSystemAdministrator([role]) || allowedAddresses.includes(plainAddress(address));
