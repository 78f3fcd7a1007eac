import type { FastifyRequest } from 'fastify';
import type { IdentityConfig } from '../identityConfig.ts';
import { SignInProblem } from './signInProblem.ts';

/**
 * Refuses forms that another site sends (quality BR-2). Browsers name the origin with every form; programs that name
 * none have no cookies of a browser either, and the cookies are SameSite=Lax on top.
 */
export function requireOwnOrigin({ headers }: FastifyRequest, { publicUrl }: IdentityConfig): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreignForm();
  if (headers.origin !== undefined && headers.origin !== new URL(publicUrl).origin) throw foreignForm();
}

const foreignForm = () =>
  new SignInProblem(403, {
    title: 'You are not signed in',
    text: 'The form came from another site. Start the sign-in again.',
  });
