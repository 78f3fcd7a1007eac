import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRunId } from '../shared/bulk/runId.ts';
import type { RunManifest } from './bulk/runManifest.ts';
import { settings } from './config.ts';
import type { Command, OptionSpec } from './command.ts';
import { findFolders } from './folders.ts';
import type { Io } from './io.ts';
import { readJsonFile } from './jsonFile.ts';
import { findResource, firstWord, resources, topicNames } from './program.ts';
import { readProfileFile } from './profiles.ts';
import { longName } from './tree/exportFlags.ts';
import { findCommand, firstWords, secondWords } from './tree/findCommand.ts';
import { flagsOf, rootFlags } from './tree/flags.ts';

type Candidate = readonly [word: string, summary?: string];

const names = (flags: string): string[] => flags.split(/[ ,]+/).filter((word) => word.startsWith('-'));

const profileNames = (io: Io): Candidate[] => {
  try {
    return Object.keys(readProfileFile(findFolders(io).configFile).profiles).map((name): Candidate => [name]);
  } catch {
    return [];
  }
};

/** Ids of the runs on this machine, newest first, with what each one did. Also those that are stored elsewhere by --run-dir. */
const runIds = (io: Io): Candidate[] => {
  try {
    const folder = join(findFolders(io).state, 'runs');
    const entries = readdirSync(folder).map((entry) => entry.replace(/\.path$/, ''));
    return [...new Set(entries)]
      .filter(isRunId)
      .sort()
      .reverse()
      .map((run): Candidate => {
        const manifest = readJsonFile(join(folder, run, 'manifest.json')) as Partial<RunManifest> | undefined;
        return manifest === undefined ? [run] : [run, `${manifest.command ?? ''}, ${manifest.end ?? 'open'}`];
      });
  } catch {
    return [];
  }
};

const codes = async (): Promise<Candidate[]> => {
  const { allCodes } = await import('./commands/explain.ts');
  return allCodes().map(({ code, message }): Candidate => [code, message]);
};

const values = (spec: OptionSpec, command: Command | undefined, io: Io): Candidate[] => {
  if (spec.choices !== undefined) return spec.choices.map((choice): Candidate => [choice]);
  if (spec.complete === 'profiles') return profileNames(io);
  if (spec.complete === 'runs') return runIds(io);
  if (spec.complete === 'fields') return (command?.fields?.all ?? []).map((field): Candidate => [field]);
  if (names(spec.flags).includes('--api')) return [[settings.api.fallback]];
  return [];
};

const argumentValues = async (command: Command, index: number, io: Io): Promise<Candidate[]> => {
  const argument = command.arguments?.[Math.min(index, (command.arguments?.length ?? 1) - 1)];
  if (argument?.choices !== undefined) return argument.choices.map((choice): Candidate => [choice]);
  if (argument?.complete === 'profiles') return profileNames(io);
  if (argument?.complete === 'runs') return runIds(io);
  if (argument?.complete === 'codes') return codes();
  if (argument?.complete === 'commands')
    return [
      ...resources.map(({ name, summary }): Candidate => [name, summary]),
      ...topicNames.map((name): Candidate => [name]),
    ];
  return [];
};

/** Candidates for the last word, by what stands before it. Knows only this machine: no call, no sign-in, no key store. */
export const candidates = async (words: readonly string[], io: Io): Promise<Candidate[]> => {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const resource = findResource(firstWord(before));
  const { command: only, commands = [] } = (await resource?.load()) ?? {};
  const plain: string[] = [];
  const takesValue = (word: string, specs: readonly OptionSpec[]) =>
    specs.find(({ flags }) => names(flags).includes(word) && flags.includes('<'));
  let command = only;
  let nameLength = 0;
  let specs: readonly OptionSpec[] = [...(command === undefined ? [] : flagsOf(command)), ...rootFlags];
  for (let index = 0; index < before.length; index += 1) {
    const word = before[index] ?? '';
    if (word.startsWith('-')) {
      if (takesValue(word, specs) !== undefined) index += 1;
      continue;
    }
    plain.push(word);
    const match = plain.length < 4 ? findCommand(commands, plain.slice(1)) : undefined;
    if (match !== undefined) {
      command = match.command;
      nameLength = match.length;
      specs = [...flagsOf(match.command), ...rootFlags];
    }
  }
  const waiting = takesValue(before.at(-1) ?? '', specs);
  if (waiting !== undefined) return values(waiting, command, io);
  if (last.startsWith('-'))
    return [...specs.map((spec): Candidate => [longName(spec), spec.summary]), ['--help', 'how to use it']];
  if (resource === undefined) return resources.map(({ name, summary }): Candidate => [name, summary]);
  if (command === undefined)
    return [...(plain.length < 2 ? firstWords(commands) : secondWords(commands, plain[1] ?? ''))];
  return argumentValues(command, plain.length - 1 - nameLength, io);
};

/** The output of `carepost __complete -- words…`, which the scripts of `carepost completion` call. */
export const complete = async (argv: readonly string[], io: Io): Promise<string> => {
  const words = (argv[0] === '--' ? argv.slice(1) : argv).map((word) => (word === '""' ? '' : word));
  const last = words.at(-1) ?? '';
  const fitting = (await candidates(words, io)).filter(([word]) => word.startsWith(last));
  return fitting.map(([word, summary]) => (summary === undefined ? `${word}\n` : `${word}\t${summary}\n`)).join('');
};
