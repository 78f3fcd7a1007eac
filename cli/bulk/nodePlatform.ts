import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Platform } from '../../shared/bulk/platform.ts';

/** Clock, chance and SHA-256 of Node, as the bulk engine takes them. */
export const nodePlatform: Platform = {
  now: Date.now,
  async sleep(ms, signal) {
    await wait(ms, undefined, signal === undefined ? {} : { signal });
  },
  random: Math.random,
  newId: randomUUID,
  digest() {
    const hash = createHash('sha256');
    return {
      update(text) {
        hash.update(text, 'utf8');
      },
      hex: () => Promise.resolve(hash.digest('hex')),
    };
  },
};
