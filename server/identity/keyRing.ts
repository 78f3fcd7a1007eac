import type { FastifyBaseLogger } from 'fastify';
import type { InstallationSecrets } from './secrets/installationSecrets.ts';
import { loadSigningKeys, type SigningKey } from './signingKeys.ts';

type Keys = readonly [SigningKey, ...SigningKey[]];

/** The signing keys as this process knows them. */
export interface KeyRing {
  /** The first one signs, all of them verify. */
  readonly keys: () => Keys;
  /** Reads them anew; an unknown key id is no reason to do so more often than every 30 seconds (quality TK-5). */
  readonly refresh: () => Promise<void>;
  readonly refreshForUnknown: () => Promise<void>;
  /** Called when the set or the signing key changed. */
  readonly onChange: (listener: () => void) => void;
  readonly stop: () => void;
}

const refreshMs = 30_000;

/** Reads the keys now and every 30 seconds, so that a rotation by command reaches running processes. */
export async function openKeyRing(
  secrets: InstallationSecrets,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<KeyRing> {
  let keys = await loadSigningKeys(secrets);
  let readAt = Date.now();
  let reading: Promise<void> | undefined;
  const listeners: (() => void)[] = [];

  const read = async () => {
    readAt = Date.now();
    const next = await loadSigningKeys(secrets);
    const isChanged = idsOf(next) !== idsOf(keys);
    keys = next;
    if (isChanged) for (const listener of listeners) listener();
  };
  const refresh = () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => log.warn({ err: error }, 'the signing keys could not be read again'));
  }, refreshMs).unref();

  return {
    keys: () => keys,
    refresh,
    refreshForUnknown: async () => {
      if (reading || Date.now() - readAt >= refreshMs) await refresh();
    },
    onChange: (listener) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  };
}

const idsOf = (keys: Keys) => keys.map(({ kid }) => kid).join(' ');
