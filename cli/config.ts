import { readFileSync } from 'node:fs';
import { parseDuration } from './durations.ts';
import { CliError } from './errors.ts';
import type { Folders } from './folders.ts';
import { checkOrigin } from './network/origins.ts';
import { type ProfileFile, type Profile, readProfileFile } from './profiles.ts';
import { didYouMean } from '../shared/rules/suggest.ts';

/** What a run can be told; flags beat environment beat profile beat system file beat default. */
export const settings = {
  profile: { env: 'CAREPOST_PROFILE', fallback: 'default', summary: 'profile to use' },
  api: { env: 'CAREPOST_API', fallback: 'http://localhost:3000', summary: 'address of the API' },
  interop: {
    env: 'CAREPOST_INTEROP',
    fallback: '',
    summary: 'address of the interoperability API; empty is the API itself',
  },
  issuer: { env: 'CAREPOST_ISSUER', fallback: '', summary: 'sign-in service; empty asks the API' },
  output: { env: 'CAREPOST_OUTPUT', fallback: '', summary: 'format of results' },
  color: { env: 'CAREPOST_COLOR', fallback: 'auto', summary: 'auto, always or never' },
  pager: { env: 'CAREPOST_PAGER', fallback: '', summary: 'pager for results on a terminal' },
  timeout: { env: 'CAREPOST_TIMEOUT', fallback: '30s', summary: 'longest wait for one answer' },
  maxWait: { env: 'CAREPOST_MAX_WAIT', fallback: '1m', summary: 'longest wait for retries of one call' },
  environment: { env: 'CAREPOST_ENVIRONMENT', fallback: '', summary: 'prod, staging or dev' },
  tokenFile: { env: 'CAREPOST_TOKEN_FILE', fallback: '', summary: 'file with an access token, instead of a sign-in' },
} as const;
export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

export interface Effective {
  readonly value: string;
  /** `flag --api`, `environment CAREPOST_API`, `profile default`, a file name, `default`. */
  readonly source: string;
  readonly shadowed: readonly { readonly value: string; readonly source: string }[];
}

export interface Config {
  readonly get: (name: SettingName) => string;
  readonly explain: (name: SettingName) => Effective;
  readonly profileName: string;
  /** The profile in use, where one is configured. */
  readonly profile: Profile | undefined;
  readonly profiles: ProfileFile;
  readonly milliseconds: (name: 'timeout' | 'maxWait') => number;
}

export interface ConfigInput {
  readonly env: NodeJS.ProcessEnv;
  readonly folders: Folders;
  /** Values given as flags, by setting. */
  readonly flags: Partial<Record<SettingName, string>>;
}

const readSystemFile = (file: string): Readonly<Record<string, unknown>> => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // told below
  }
  throw new CliError('E-CONFIG', `${file} is no JSON object.`, { hint: 'Correct or remove the file.' });
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** Reads what is configured, once. Values are checked when first used, so `config explain` can show a wrong one. */
export const readConfig = ({ env, folders, flags }: ConfigInput): Config => {
  const profiles = readProfileFile(folders.configFile);
  const system = readSystemFile(folders.systemConfigFile);

  const layers = (name: SettingName, profileName: string | undefined) => {
    const profile = profileName === undefined ? undefined : profiles.profiles[profileName];
    const flagName = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [
      { value: flags[name], source: `flag --${flagName}` },
      { value: env[settings[name].env] || undefined, source: `environment ${settings[name].env}` },
      name === 'profile'
        ? { value: profiles.current, source: folders.configFile }
        : { value: textOf(profile?.[name as keyof Profile]), source: `profile ${profileName ?? ''}` },
      { value: textOf(system[name]), source: folders.systemConfigFile },
      { value: settings[name].fallback, source: 'default' },
    ].filter((layer): layer is { value: string; source: string } => layer.value !== undefined);
  };
  const explain = (name: SettingName, profileName?: string): Effective => {
    const [first = { value: '', source: 'default' }, ...shadowed] = layers(name, profileName);
    return { ...first, shadowed: shadowed.filter(({ value }) => value !== '') };
  };

  const chosen = explain('profile');
  const profileName = chosen.value;
  const known = Object.keys(profiles.profiles);
  if (profiles.profiles[profileName] === undefined && chosen.source !== 'default') {
    const exit = chosen.source.startsWith('flag') ? 'usage' : 'config';
    throw new CliError(
      'E-PROFILE-UNKNOWN',
      `There is no profile "${profileName}" (from ${chosen.source}).${didYouMean(profileName, known)}`,
      { exit },
    );
  }

  const get = (name: SettingName): string => {
    const { value, source } = explain(name, profileName);
    if ((name === 'api' || name === 'interop' || name === 'issuer') && value !== '') return checkOrigin(value, source);
    return value;
  };
  return {
    get,
    explain: (name) => explain(name, profileName),
    profileName,
    profile: profiles.profiles[profileName],
    profiles,
    milliseconds(name) {
      const { value, source } = explain(name, profileName);
      try {
        return parseDuration(value);
      } catch (error) {
        throw new CliError('E-CONFIG', `${error instanceof Error ? error.message : 'wrong'} (from ${source}).`);
      }
    },
  };
};
