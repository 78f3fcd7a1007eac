import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityConfig } from '../identityConfig.ts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  /** It is sent to addresses below. */
  readonly path: string;
  /** 0 deletes it. */
  readonly seconds: number;
}

const nameOf = ({ publicUrl }: IdentityConfig, name: string) =>
  `${publicUrl.startsWith('https:') ? '__Secure-' : ''}carepost_${name}`;

/** A cookie that scripts cannot read, also sent when another site leads here. */
export function setCookie(reply: FastifyReply, config: IdentityConfig, { name, value, path, seconds }: Cookie): void {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
  reply.header('set-cookie', `${nameOf(config, name)}=${value}; ${attributes}`);
}

export function cookieOf({ headers }: FastifyRequest, config: IdentityConfig, name: string): string | undefined {
  const start = `${nameOf(config, name)}=`;
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
}
