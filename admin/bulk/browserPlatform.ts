import type { Platform } from '../../shared/bulk/platform.ts';
import { sleep } from '../../shared/rules/sleep.ts';

const sumOf = async (bytes: BufferSource): Promise<string> => {
  const sum = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** The browser as platform of the bulk engine. Its SHA-256 is not incremental, so a digest collects the parts. */
export const browserPlatform: Platform = {
  now: () => Date.now(),
  sleep,
  random: () => Math.random(),
  newId: () => crypto.randomUUID(),
  digest: () => {
    const parts: string[] = [];
    return {
      update: (text) => {
        parts.push(text);
      },
      hex: () => sumOf(new TextEncoder().encode(parts.join(''))),
    };
  },
};

/** SHA-256 of a file's bytes. */
export const digestOf = async (file: Blob): Promise<string> => sumOf(await file.arrayBuffer());
