import type { KeyObject } from 'node:crypto';

/** Algorithms by which a machine client may sign that it is the client. */
export const machineClientAlgorithms = ['ES256', 'ES384', 'PS256', 'RS256', 'Ed25519', 'EdDSA'] as const;

export const machineClientKeys = 'RSA (2048 bits or more), P-256, P-384 or Ed25519';
const leastRsaBits = 2048;

/** Why a machine client cannot sign in with this key, as the end of a sentence; null where it can. */
export function clientKeyProblem({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null {
  const kind = asymmetricKeyDetails?.namedCurve ?? asymmetricKeyType ?? 'unknown';
  if (kind === 'rsa') {
    const bits = asymmetricKeyDetails?.modulusLength ?? 0;
    return bits >= leastRsaBits ? null : `has ${bits} bits: use ${machineClientKeys}`;
  }
  return ['prime256v1', 'secp384r1', 'ed25519'].includes(kind)
    ? null
    : `is of the kind ${kind}: use ${machineClientKeys}`;
}
