import { createHash } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import type { CheckToken, TokenClaims } from './checkToken.ts';

const mostTokens = 5000;

/**
 * Remembers tokens that were found genuine, so that a caller pays for the signature once and not with every call.
 * Keyed by hash: the tokens themselves are not kept. The one used longest ago goes first. A key that was removed ends what it signed.
 */
export function rememberChecks(check: CheckToken, isRevokedKey: (kid: string | undefined) => boolean): CheckToken {
  const genuine = new Map<string, TokenClaims & { readonly signedBy: string | undefined }>();
  return async (token) => {
    const key = createHash('sha256').update(token).digest('base64');
    const known = genuine.get(key);
    if (known) {
      genuine.delete(key);
      if (known.exp * 1000 > Date.now() && !isRevokedKey(known.signedBy)) {
        genuine.set(key, known);
        return known;
      }
    }
    const claims = await check(token);
    if (genuine.size >= mostTokens) {
      const [oldest] = genuine.keys();
      if (oldest !== undefined) genuine.delete(oldest);
    }
    genuine.set(key, { ...claims, signedBy: decodeProtectedHeader(token).kid });
    return claims;
  };
}
