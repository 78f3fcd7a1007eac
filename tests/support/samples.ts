import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Documents of others, which are no part of the project: tests of them are skipped where they are not there. */
const samples = resolve(process.env['SAMPLES_DIR'] ?? '../shared/samples');
export const hasSamples = existsSync(join(samples, 'ccda'));
if (!hasSamples) process.stderr.write(`skipped: no sample documents in ${samples}\n`);

export const samplesIn = (folder: string): string[] => (hasSamples ? readdirSync(join(samples, folder)).sort() : []);
export const sample = (path: string): Buffer => readFileSync(join(samples, path));
