import { readFileSync } from 'node:fs';
import { CliError } from './errors.ts';
import { codeOf } from './files.ts';
import { isRecord } from './output/fields.ts';

export const environments = ['prod', 'staging', 'dev'] as const;

/** How a profile signs in as a machine. The paths are stored, the secrets stay in their files. */
export interface MachineSignIn {
  readonly clientId: string;
  readonly privateKeyFile?: string;
  readonly clientSecretFile?: string;
  /** The secret was read from stdin and is in the key store. */
  readonly storedSecret?: boolean;
}

export interface Profile {
  readonly api?: string;
  readonly interop?: string;
  readonly issuer?: string;
  readonly environment?: (typeof environments)[number];
  /** Writes have to be confirmed with the name of the profile. */
  readonly protected?: boolean;
  readonly output?: string;
  readonly color?: string;
  readonly pager?: string;
  readonly timeout?: string;
  readonly maxWait?: string;
  readonly rate?: string | number;
  readonly machine?: MachineSignIn;
}

/** This profile always exists; without an entry in the file it has the default settings. */
export const defaultProfile = 'default';

export interface ProfileFile {
  /** Unset until `profile use` or `profile add --use`; then the default profile is current. */
  readonly current: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const texts = ['api', 'interop', 'issuer', 'output', 'color', 'pager', 'timeout', 'maxWait'];

const problemOf = (name: string, profile: unknown): string | undefined => {
  if (!isRecord(profile)) return `profile "${name}" must be an object`;
  for (const key of texts) {
    if (profile[key] !== undefined && typeof profile[key] !== 'string')
      return `profile "${name}": ${key} must be a text`;
  }
  const { environment, rate } = profile;
  if (rate !== undefined && typeof rate !== 'string' && typeof rate !== 'number') {
    return `profile "${name}": rate must be a number`;
  }
  if (environment !== undefined && !environments.some((known) => known === environment)) {
    return `profile "${name}": environment must be ${environments.join(', ')}`;
  }
  if (profile['protected'] !== undefined && typeof profile['protected'] !== 'boolean') {
    return `profile "${name}": protected must be true or false`;
  }
  return undefined;
};

/** Whether the name is safe as the name of a file and of a lock. */
export const isProfileName = (name: string): boolean => /^[a-z0-9][a-z0-9._-]{0,62}$/i.test(name);

/** Reads the profiles. A missing file is an empty one; an invalid one is a configuration error (exit 78). */
export const readProfileFile = (file: string): ProfileFile => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { current: undefined, profiles: { [defaultProfile]: {} } };
    throw new CliError('E-CONFIG', `${file} cannot be read.`, { hint: 'Check its permissions.' });
  }
  const invalid = (why: string) =>
    new CliError('E-CONFIG', `${file}: ${why}.`, { hint: 'Correct the file, or move it away and add profiles again.' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid(`not valid JSON (${error instanceof Error ? error.message : 'no reason given'})`);
  }
  if (!isRecord(value)) throw invalid('not a JSON object');
  const profiles = value['profiles'] ?? {};
  if (!isRecord(profiles)) throw invalid('"profiles" must be an object');
  for (const [name, profile] of Object.entries(profiles)) {
    const problem = isProfileName(name) ? problemOf(name, profile) : `"${name}" is not a valid profile name`;
    if (problem !== undefined) throw invalid(problem);
  }
  const current = value['current'];
  if (current !== undefined && typeof current !== 'string') throw invalid('"current" must be a text');
  return { current, profiles: { [defaultProfile]: {}, ...(profiles as Record<string, Profile>) } };
};

export const writeProfileFile = async (file: string, content: ProfileFile): Promise<void> => {
  const { writePrivateFile } = await import('./files.ts');
  await writePrivateFile(file, `${JSON.stringify({ version: 1, ...content }, null, 2)}\n`);
};
