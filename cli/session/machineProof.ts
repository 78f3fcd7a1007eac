import type { Context } from '../command.ts';
import { createPrivateKey, type JsonWebKey, type KeyObject, type webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { type ClientAuth, ClientSecretBasic, type PrivateKey, PrivateKeyJwt } from 'openid-client';
import { machineKeyProblem, machineKeys } from '../../node/machineKeys.ts';
import { CliError } from '../errors.ts';
import { codeOf } from '../files.ts';
import type { MachineSignIn } from '../profiles.ts';

/** A bare name is read from the credentials folder of systemd (LoadCredential=) first, then as a path. */
const readSecretFile = async (env: NodeJS.ProcessEnv, path: string): Promise<string> => {
  const folder = env['CREDENTIALS_DIRECTORY'];
  const isBare = !isAbsolute(path) && !/[\\/]/.test(path);
  const credential = folder && isBare ? await readFile(join(folder, path), 'utf8').catch(() => undefined) : undefined;
  if (credential !== undefined) return credential;
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new CliError('E-CONFIG', `The file ${path} cannot be read (${codeOf(error)}).`, {
      hint: 'Check the path and its permissions.',
    });
  });
};

const algorithms: Readonly<
  Record<string, webcrypto.RsaHashedImportParams | webcrypto.EcKeyImportParams | webcrypto.Algorithm>
> = {
  rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  prime256v1: { name: 'ECDSA', namedCurve: 'P-256' },
  secp384r1: { name: 'ECDSA', namedCurve: 'P-384' },
  ed25519: { name: 'Ed25519' },
};

/** A private key as PEM or JWK. RSA signs as RS256, P-256 as ES256, P-384 as ES384, Ed25519 as EdDSA. */
const readKey = async (text: string, path: string): Promise<PrivateKey> => {
  let key: KeyObject;
  let kid: string | undefined;
  try {
    if (text.trimStart().startsWith('{')) {
      const jwk = JSON.parse(text) as JsonWebKey & { kid?: string };
      kid = jwk.kid;
      key = createPrivateKey({ key: jwk, format: 'jwk' });
    } else {
      key = createPrivateKey(text);
    }
  } catch {
    throw new CliError('E-CONFIG', `The file ${path} does not contain a private key.`, {
      hint: 'Give a private key as PEM (PKCS#8) or JWK.',
    });
  }
  const problem = machineKeyProblem(key);
  const algorithm = algorithms[key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType ?? ''];
  if (problem !== null || algorithm === undefined)
    throw new CliError('E-CONFIG', `The key of ${path} ${problem}.`, { hint: `Use ${machineKeys}.` });
  const der = key.export({ type: 'pkcs8', format: 'der' });
  const signingKey: CryptoKey = await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
  return kid === undefined ? { key: signingKey } : { key: signingKey, kid };
};

/** Client authentication of a machine: a signature by its private key, or its secret. */
export const machineProof = async (
  context: Context,
  machine: MachineSignIn,
  storedSecret: string | undefined,
): Promise<ClientAuth> => {
  if (machine.privateKeyFile !== undefined) {
    return PrivateKeyJwt(
      await readKey(await readSecretFile(context.io.env, machine.privateKeyFile), machine.privateKeyFile),
    );
  }
  const secret =
    machine.clientSecretFile === undefined
      ? storedSecret
      : (await readSecretFile(context.io.env, machine.clientSecretFile)).trim();
  if (!secret) {
    throw new CliError('E-CONFIG', 'The client secret is empty or missing.', {
      hint: 'Sign in again: carepost login --client-credentials …',
    });
  }
  context.trace.hide(secret);
  return ClientSecretBasic(secret);
};
