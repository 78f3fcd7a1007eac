import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import type { Role } from '../../../shared/contract/endpoint.ts';
import { webClientId } from '../clients.ts';
import { accessTokenSeconds, apiAudience, type IdentityConfig } from '../identityConfig.ts';
import type { KeyRing } from '../keyRing.ts';
import { signingAlgorithm } from '../signingKeys.ts';

export interface AccessTokenRequest {
  /** A user's id, or the id of a machine client. */
  readonly subject: string;
  readonly kind: 'user' | 'client';
  readonly role: Role;
  /** Below zero for a token that has expired already. */
  readonly expiresInSeconds?: number;
}

export type SignAccessToken = (request: AccessTokenRequest) => Promise<string>;

/** Signs an access token as the provider would, without a sign-in. For tests and benches: nothing in the product calls it. */
export const createSignAccessToken =
  (ring: KeyRing, config: IdentityConfig): SignAccessToken =>
  async ({ subject, kind, role, expiresInSeconds = accessTokenSeconds }) => {
    const [key] = ring.keys();
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ client_id: kind === 'client' ? subject : webClientId, roles: [role], scope: 'api' })
      .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid: key.kid })
      .setIssuer(config.issuer)
      .setAudience(apiAudience)
      .setSubject(subject)
      .setIssuedAt(Math.min(now, now + expiresInSeconds - 1))
      .setExpirationTime(now + expiresInSeconds)
      .setJti(randomUUID())
      .sign(await importJWK(key, signingAlgorithm));
  };
