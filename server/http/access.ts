import type { FastifyRequest } from 'fastify';
import type { Access } from '../../shared/contract/endpoint.ts';
import { type Actor, anonymous } from './context.ts';
import { ApiProblem } from './problem.ts';
import { bearerToken } from './requestFacts.ts';

export type Authenticate = (token: string) => Promise<Actor>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the call; null until the row's access was checked, and on addresses outside the contract. */
    actor: Actor | null;
  }
}

const challenge = { 'www-authenticate': 'Bearer realm="carepost"' };

/** Denies by default: the row names who may call it, and nobody else passes (AZ-1). */
export async function allow(request: FastifyRequest, access: Access, authenticate: Authenticate): Promise<Actor> {
  if (access === 'public') return anonymous;
  const token = bearerToken(request);
  if (token === undefined) throw new ApiProblem('E-TOKEN-MISSING', { headers: challenge });
  const actor = await authenticate(token).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 401) {
      throw new ApiProblem(error.code, {
        message: error.message,
        cause: error,
        headers: { 'www-authenticate': 'Bearer realm="carepost", error="invalid_token"', ...error.headers },
      });
    }
    throw error;
  });
  if (access !== 'signedIn' && !access.includes(actor.role)) throw new ApiProblem('E-FORBIDDEN');
  return actor;
}
