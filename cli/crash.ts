import { mkdirSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { redact } from '../shared/client/redact.ts';
import type { Io } from './io.ts';

interface Crash {
  readonly error: unknown;
  readonly version: string;
  /** Arguments without values (safeArguments): values may be personal data. */
  readonly args: readonly string[];
  readonly stateFolder: string;
}

/** The names of the flags, and of the other arguments the first two: the command itself. */
export const safeArguments = (argv: readonly string[]): readonly string[] => {
  const command = argv.filter((arg) => !arg.startsWith('-')).slice(0, 2);
  const flags = argv.filter((arg) => arg.startsWith('-')).map((arg) => arg.split('=')[0] ?? arg);
  return [...command, ...flags];
};

/** Writes the report of a defect without secrets and values. Returns its path; undefined if it cannot be written. */
export const writeCrash = (
  { now, system }: Pick<Io, 'now' | 'system'>,
  { error, version, args, stateFolder }: Crash,
): string | undefined => {
  const at = new Date(now()).toISOString();
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const text = [
    `carepost ${version}, node ${system.nodeVersion}, ${system.platform} ${system.arch} ${release()}`,
    `at ${at}: carepost ${args.join(' ')}`,
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
