import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityConfig } from '../identityConfig.ts';
import { pendingSeconds } from './pendingSignIns.ts';

/** A cookie for each sign-in under way ties the answer of the other provider to the browser that asked. */
const cookieName = (config: IdentityConfig, state: string) =>
  `${config.publicUrl.startsWith('https:') ? '__Secure-' : ''}carepost_connection_${state.slice(0, 12)}`;

const attributes = (config: IdentityConfig, seconds: number) =>
  [
    'Path=/oidc-sso',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${seconds}`,
    ...(config.publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');

export function bindBrowser(reply: FastifyReply, config: IdentityConfig, state: string): void {
  reply.header('set-cookie', `${cookieName(config, state)}=${state}; ${attributes(config, pendingSeconds)}`);
}

export function unbindBrowser(reply: FastifyReply, config: IdentityConfig, state: string): void {
  reply.header('set-cookie', `${cookieName(config, state)}=; ${attributes(config, 0)}`);
}

export function isBound({ headers }: FastifyRequest, config: IdentityConfig, state: string): boolean {
  const wanted = `${cookieName(config, state)}=${state}`;
  return (headers.cookie ?? '').split(';').some((cookie) => cookie.trim() === wanted);
}
