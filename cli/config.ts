import { readFileSync } from 'node:fs';
import { parseDuration } from './durations.ts';
import { CliError, ownErrors } from './errors.ts';
import type { Folders } from './folders.ts';
import { jsonIn } from './jsonFile.ts';
import { isRecord } from './output/fields.ts';
import { checkOrigin } from './network/origins.ts';
import { defaultProfile, environments, type ProfileFile, type Profile, readProfileFile } from './profiles.ts';
import { didYouMean } from '../shared/rules/suggest.ts';

/** Settings of a run. Flags override the environment, that the profile, that the system file, that the defaults. */
export const settings = {
  profile: { env: 'CAREPOST_PROFILE', fallback: defaultProfile, summary: 'profile to use' },
  api: { env: 'CAREPOST_API', fallback: 'http://localhost:3000', summary: 'address of the API' },
  interop: {
    env: 'CAREPOST_INTEROP',
    fallback: '',
    summary: 'address of the interoperability API; empty: the API itself',
  },
  issuer: { env: 'CAREPOST_ISSUER', fallback: '', summary: 'sign-in service; empty: the one that the API names' },
  output: { env: 'CAREPOST_OUTPUT', fallback: '', summary: 'output format' },
  color: { env: 'CAREPOST_COLOR', fallback: 'auto', summary: 'auto, always or never' },
  pager: { env: 'CAREPOST_PAGER', fallback: '', summary: 'pager for results on a terminal' },
  timeout: { env: 'CAREPOST_TIMEOUT', fallback: '30s', summary: 'maximum time for a response' },
  maxWait: { env: 'CAREPOST_MAX_WAIT', fallback: '1m', summary: 'maximum time for the retries of a call' },
  rate: { env: 'CAREPOST_RATE', fallback: '5', summary: 'changes per second; 0 is no limit' },
  environment: { env: 'CAREPOST_ENVIRONMENT', fallback: '', summary: 'prod, staging or dev' },
  tokenFile: {
    env: 'CAREPOST_TOKEN_FILE',
    fallback: '',
    summary: 'file with an access token, used instead of a sign-in',
  },
} as const;
export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

/** Changes per second; the TypeError's text is what the user reads. */
export const parseRate = (text: string): number => {
  const rate = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && rate <= 1000) return rate;
  throw new TypeError(`"${text}" is not a rate from 0 to 1000 changes per second`);
};

export const colorChoices = ['auto', 'always', 'never'] as const;

const oneOf =
  (choices: readonly string[]) =>
  (text: string): void => {
    if (!choices.includes(text)) throw new TypeError(`"${text}" must be one of ${choices.join(', ')}`);
  };

/** The rules of settings; each throws where a value breaks it. An invalid output format is refused before any command. */
const rules: Partial<Readonly<Record<SettingName, (value: string, source: string) => unknown>>> = {
  api: checkOrigin,
  interop: checkOrigin,
  issuer: checkOrigin,
  color: oneOf(colorChoices),
  timeout: parseDuration,
  maxWait: parseDuration,
  rate: parseRate,
  environment: oneOf(environments),
};

export interface Effective {
  readonly value: string;
  /** `flag --api`, `environment CAREPOST_API`, `profile default`, a file name, `default`. */
  readonly source: string;
  readonly shadowed: readonly { readonly value: string; readonly source: string }[];
}

export interface Config {
  readonly get: (name: SettingName) => string;
  readonly explain: (name: SettingName) => Effective;
  /** Why the value of a setting is not valid; null where it is. */
  readonly problemOf: (name: SettingName) => string | null;
  readonly profileName: string;
  /** The settings of the current profile. */
  readonly profile: Profile;
  readonly profiles: ProfileFile;
  readonly milliseconds: (name: 'timeout' | 'maxWait') => number;
  /** Changes per second; 0 is no limit. */
  readonly rate: () => number;
}

export interface ConfigInput {
  readonly env: NodeJS.ProcessEnv;
  readonly folders: Folders;
  /** Values of flags, by setting. */
  readonly flags: Partial<Record<SettingName, string>>;
  /** Whether the command reads no settings: then it also works without a home folder. */
  readonly isStandalone?: boolean;
}

const readSystemFile = (file: string): Readonly<Record<string, unknown>> => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  const value = jsonIn(text);
  if (isRecord(value)) return value;
  throw new CliError('E-CONFIG', `${file} is not a JSON object.`, { hint: 'Correct or remove the file.' });
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** Reads the configuration once. Values are checked when they are used, so that `config explain` can show an invalid one. */
export const readConfig = ({ env, folders, flags, isStandalone = false }: ConfigInput): Config => {
  const profiles = isStandalone
    ? { current: undefined, profiles: { [defaultProfile]: {} } }
    : readProfileFile(folders.configFile);
  const system = isStandalone ? {} : readSystemFile(folders.systemConfigFile);

  const layers = (name: SettingName, profileName: string | undefined) => {
    const profile = profileName === undefined ? undefined : profiles.profiles[profileName];
    const flagName = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [
      { value: flags[name], source: `flag --${flagName}` },
      { value: env[settings[name].env] || undefined, source: `environment ${settings[name].env}` },
      name === 'profile'
        ? { value: profiles.current, source: isStandalone ? '' : folders.configFile }
        : { value: textOf(profile?.[name as keyof Profile]), source: `profile ${profileName ?? ''}` },
      ...(isStandalone ? [] : [{ value: textOf(system[name]), source: folders.systemConfigFile }]),
      { value: settings[name].fallback, source: 'default' },
    ].filter((layer): layer is { value: string; source: string } => layer.value !== undefined);
  };
  const explain = (name: SettingName, profileName?: string): Effective => {
    const [first = { value: '', source: 'default' }, ...shadowed] = layers(name, profileName);
    return { ...first, shadowed: shadowed.filter(({ value }) => value !== '') };
  };

  const { value: profileName, source: profileSource } = explain('profile');
  const names = Object.keys(profiles.profiles);
  if (!names.includes(profileName) && !isStandalone) {
    const exit = profileSource.startsWith('flag') ? 'not-found' : 'config';
    throw new CliError(
      'E-PROFILE-UNKNOWN',
      `There is no profile "${profileName}" (from ${profileSource}).${didYouMean(profileName, names)}`,
      {
        exit,
        hint: `To see the profiles: carepost profile list. To add it: carepost profile add ${profileName} --api ${flags.api ?? '<address>'}`,
      },
    );
  }

  const get = (name: SettingName): string => {
    const { value, source } = explain(name, profileName);
    if ((name === 'api' || name === 'interop' || name === 'issuer') && value !== '') return checkOrigin(value, source);
    return value;
  };
  const problemOf = (name: SettingName): string | null => {
    const { value, source } = explain(name, profileName);
    try {
      if (value !== '') rules[name]?.(value, source);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : 'not valid';
    }
  };
  const parsed = <T>(name: SettingName, parse: (text: string) => T): T => {
    const { value, source } = explain(name, profileName);
    try {
      return parse(value);
    } catch (error) {
      throw new CliError('E-CONFIG', `${error instanceof Error ? error.message : 'wrong'} (from ${source}).`);
    }
  };
  return {
    get,
    explain: (name) => explain(name, profileName),
    problemOf,
    profileName,
    profile: profiles.profiles[profileName] ?? {},
    profiles,
    milliseconds: (name) => parsed(name, parseDuration),
    rate: () => parsed('rate', parseRate),
  };
};

/** How to sign in to the address that the run uses: `Run: carepost login --profile staging`. A token file is used instead of a sign-in. */
export const signInHint = ({ profileName, explain, get }: Config): string => {
  const { value: tokenFile, source } = explain('tokenFile');
  if (tokenFile !== '') return `Write a new token into the file ${tokenFile} (from ${source}).`;
  const isOneOff = (name: SettingName): boolean => /^(flag|environment) /.test(explain(name).source);
  return [
    'Run: carepost login',
    ...(isOneOff('profile') ? [`--profile ${profileName}`] : []),
    ...(isOneOff('api') ? [`--api ${get('api')}`] : []),
  ].join(' ');
};

/** The hint to sign in names the profile and the address of this run. */
export const withSignInHint = (error: CliError, config: Config): CliError =>
  error.hint === ownErrors['E-NOT-SIGNED-IN'].hint ? error.with({ hint: signInHint(config) }) : error;
