import { mkdirSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { redact } from '../shared/client/redact.ts';
import type { Io } from './io.ts';

export interface Crash {
  readonly error: unknown;
  readonly version: string;
  /** The words of the command without what follows flags: values may be anybody's. */
  readonly args: readonly string[];
  readonly stateFolder: string;
}

/** Flags by name only, other words only up to the second: the command itself. */
export const safeArguments = (argv: readonly string[]): readonly string[] => {
  const command = argv.filter((word) => !word.startsWith('-')).slice(0, 2);
  const flags = argv.filter((word) => word.startsWith('-')).map((word) => word.split('=')[0] ?? word);
  return [...command, ...flags];
};

/** Writes down what a defect looked like, for a report; no secrets, no values. Answers the path, or nothing where it cannot be written. */
export const writeCrash = (
  { now, system }: Pick<Io, 'now' | 'system'>,
  { error, version, args: words, stateFolder }: Crash,
): string | undefined => {
  const at = new Date(now()).toISOString();
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const text = [
    `carepost ${version}, node ${system.nodeVersion}, ${system.platform} ${system.arch} ${release()}`,
    `at ${at}: carepost ${words.join(' ')}`,
    '',
    redact(stack),
    '',
  ].join('\n');
  const folder = join(stateFolder, 'crashes');
  const file = join(folder, `${at.replace(/[-:.]/g, '')}-${system.pid}.txt`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  } catch {
    return undefined;
  }
};
