import type { KeyObject } from 'node:crypto';

export const machineKeys = 'RSA (2048 bits or more), P-256, P-384 or Ed25519';
const leastRsaBits = 2048;

/** Why a machine client cannot sign in with this key, as the end of a sentence; null where it can. */
export function machineKeyProblem({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null {
  const kind = asymmetricKeyDetails?.namedCurve ?? asymmetricKeyType ?? 'unknown';
  if (kind === 'rsa') {
    const bits = asymmetricKeyDetails?.modulusLength ?? 0;
    return bits >= leastRsaBits ? null : `has ${bits} bits`;
  }
  return ['prime256v1', 'secp384r1', 'ed25519'].includes(kind) ? null : `is of the kind ${kind}`;
}
