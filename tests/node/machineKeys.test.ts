import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { machineKeyProblem } from '../../node/machineKeys.ts';

const publicKeyOf = ({ privateKey }: { readonly privateKey: KeyObject }) => createPublicKey(privateKey);

test.each([
  ['RSA of 2048 bits', publicKeyOf(generateKeyPairSync('rsa', { modulusLength: 2048 })), null],
  ['P-256', publicKeyOf(generateKeyPairSync('ec', { namedCurve: 'P-256' })), null],
  ['P-384', publicKeyOf(generateKeyPairSync('ec', { namedCurve: 'P-384' })), null],
  ['Ed25519', publicKeyOf(generateKeyPairSync('ed25519')), null],
  ['RSA of 1024 bits', publicKeyOf(generateKeyPairSync('rsa', { modulusLength: 1024 })), 'has 1024 bits'],
  ['secp256k1', publicKeyOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' })), 'is of the kind secp256k1'],
  ['X25519', publicKeyOf(generateKeyPairSync('x25519')), 'is of the kind x25519'],
  ['Ed448', publicKeyOf(generateKeyPairSync('ed448')), 'is of the kind ed448'],
])('a machine client signs in with %s, or is told why it cannot', (_kind, key, problem) => {
  expect(machineKeyProblem(key)).toEqual(problem && expect.stringContaining(problem));
});
