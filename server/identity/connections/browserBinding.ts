import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityConfig } from '../identityConfig.ts';
import { cookieOf, setCookie } from '../pages/cookie.ts';
import { pendingSeconds } from './pendingSignIns.ts';

/** A cookie for each sign-in under way ties the answer of the other provider to the browser that asked. */
const cookieFor = (state: string) => ({ name: `connection_${state.slice(0, 12)}`, path: '/oidc-sso' });

export const bindBrowser = (reply: FastifyReply, config: IdentityConfig, state: string): void =>
  setCookie(reply, config, { ...cookieFor(state), value: state, seconds: pendingSeconds });

export const unbindBrowser = (reply: FastifyReply, config: IdentityConfig, state: string): void =>
  setCookie(reply, config, { ...cookieFor(state), value: '', seconds: 0 });

export const isBound = (request: FastifyRequest, config: IdentityConfig, state: string): boolean =>
  cookieOf(request, config, cookieFor(state).name) === state;
