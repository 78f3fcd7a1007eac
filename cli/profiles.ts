import { readFileSync } from 'node:fs';
import { CliError } from './errors.ts';

export const environments = ['prod', 'staging', 'dev'] as const;

/** How a profile signs in without a person; secrets stay in the files the paths name. */
export interface MachineSignIn {
  readonly clientId: string;
  readonly privateKeyFile?: string;
  readonly clientSecretFile?: string;
  /** The secret was given on stdin and lies in the key store. */
  readonly storedSecret?: boolean;
}

export interface Profile {
  readonly api?: string;
  readonly interop?: string;
  readonly issuer?: string;
  readonly environment?: (typeof environments)[number];
  /** Writes ask for the profile's name. */
  readonly protected?: boolean;
  readonly output?: string;
  readonly color?: string;
  readonly pager?: string;
  readonly timeout?: string;
  readonly maxWait?: string;
  readonly machine?: MachineSignIn;
}

export interface ProfileFile {
  readonly current: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const texts = ['api', 'interop', 'issuer', 'output', 'color', 'pager', 'timeout', 'maxWait'];

const problemOf = (name: string, profile: unknown): string | undefined => {
  if (!isRecord(profile)) return `profile "${name}" is no object`;
  for (const key of texts) {
    if (profile[key] !== undefined && typeof profile[key] !== 'string') return `profile "${name}": ${key} is no text`;
  }
  const { environment } = profile;
  if (environment !== undefined && !environments.some((known) => known === environment)) {
    return `profile "${name}": environment must be ${environments.join(', ')}`;
  }
  if (profile['protected'] !== undefined && typeof profile['protected'] !== 'boolean') {
    return `profile "${name}": protected must be true or false`;
  }
  return undefined;
};

/** Names that are safe as file names and in lock names. */
export const isProfileName = (name: string): boolean => /^[a-z0-9][a-z0-9._-]{0,62}$/i.test(name);

/** Reads the profiles; a file that is not there is an empty one, a broken one is exit 78. */
export const readProfileFile = (file: string): ProfileFile => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { current: undefined, profiles: {} };
    throw new CliError('E-CONFIG', `${file} cannot be read.`, { hint: 'Check its rights.' });
  }
  const broken = (why: string) =>
    new CliError('E-CONFIG', `${file}: ${why}.`, { hint: 'Correct the file, or move it away and add profiles again.' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken('not well-formed JSON');
  }
  if (!isRecord(value)) throw broken('no JSON object');
  const profiles = value['profiles'] ?? {};
  if (!isRecord(profiles)) throw broken('"profiles" is no object');
  for (const [name, profile] of Object.entries(profiles)) {
    const problem = isProfileName(name) ? problemOf(name, profile) : `"${name}" is no profile name`;
    if (problem !== undefined) throw broken(problem);
  }
  const current = value['current'];
  if (current !== undefined && typeof current !== 'string') throw broken('"current" is no text');
  return { current, profiles: profiles as Record<string, Profile> };
};

export const writeProfileFile = (file: string, content: ProfileFile): Promise<void> =>
  import('./privateFile.ts').then(({ writePrivateFile }) =>
    writePrivateFile(file, `${JSON.stringify({ version: 1, ...content }, null, 2)}\n`),
  );
