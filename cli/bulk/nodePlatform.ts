import { createHash, randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Plan } from '../../shared/bulk/plan.ts';
import { openPlan } from '../../shared/bulk/planFile.ts';
import type { Platform } from '../../shared/bulk/platform.ts';
import { fileLines } from './lineFiles.ts';

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

/** The plan in a file, read and found unaltered; a BulkError says what is wrong with it. */
export const planAt = async (path: string): Promise<Plan> => {
  // A file that is not there has no lines, and would be called no plan.
  await access(path);
  return openPlan(
    () => fileLines(path),
    () => nodePlatform.digest(),
  );
};
