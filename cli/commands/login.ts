import { type Context, defineCommand, type OptionsOf, signInFlag, safetyFlag } from '../command.ts';
import { readPipedSecret } from '../records/inputFiles.ts';
import { CliError } from '../errors.ts';
import type { Io } from '../io.ts';
import { isSameHost } from '../network/origins.ts';
import { type MachineSignIn, type Profile, writeProfileFile } from '../profiles.ts';
import type { SessionRecord } from '../session/sessionRecord.ts';

const loginFlags = [
  signInFlag('--device', 'sign in on another device with a code'),
  signInFlag('--no-browser', 'print the address instead of opening a browser'),
  signInFlag('--client-credentials', 'sign in as a machine'),
  signInFlag('--client-id <id>', 'client id of the machine'),
  signInFlag('--private-key-file <file>', 'private key of the machine, PEM or JWK (preferred)', {
    complete: 'credentials',
  }),
  signInFlag('--client-secret-file <file>', 'file with the client secret of the machine', {
    complete: 'credentials',
  }),
  signInFlag('--client-secret-stdin', 'read the client secret from stdin'),
  safetyFlag('--insecure-storage', 'store the sign-in in a file (0600) instead of the key store'),
];
type Options = OptionsOf<typeof loginFlags>;

const usageError = (message: string, hint: string) => new CliError('E-USAGE', message, { hint });

const readStdin = async (io: Io): Promise<string> => {
  const missing = usageError(
    '--client-secret-stdin reads a pipe, and stdin is a terminal.',
    'Write: carepost login … --client-secret-stdin < file',
  );
  return (await readPipedSecret(io, { flag: '--client-secret-stdin', missing })).trim();
};

/** The profile stores absolute paths, so that later runs find the file from any folder; a bare name in $CREDENTIALS_DIRECTORY stays bare. */
const storedPath = ({ io, pathOf }: Context, path: string): string =>
  io.env['CREDENTIALS_DIRECTORY'] !== undefined && !/[\\/]/.test(path) ? path : pathOf(path);

const machineOf = (context: Context, options: Options): MachineSignIn | undefined => {
  const { clientCredentials, clientId, privateKeyFile, clientSecretFile, clientSecretStdin, device, browser } = options;
  const secretFlags = {
    '--private-key-file': privateKeyFile,
    '--client-secret-file': clientSecretFile,
    '--client-secret-stdin': clientSecretStdin,
  };
  const isSet = ([, value]: readonly [string, unknown]) => value !== undefined;
  const sources = Object.entries(secretFlags).filter(isSet);
  if (clientCredentials !== true) {
    const [first] = Object.entries({ '--client-id': clientId, ...secretFlags }).find(isSet) ?? [];
    if (first === undefined) return undefined;
    throw usageError(
      `${first} needs --client-credentials, the sign-in of a machine.`,
      `Add --client-credentials, or leave out ${first}.`,
    );
  }
  if (device === true || browser === false) {
    const flag = device === true ? '--device' : '--no-browser';
    throw usageError(
      `--client-credentials and ${flag} exclude each other.`,
      `A machine needs no browser: leave out ${flag}.`,
    );
  }
  if (clientId === undefined)
    throw usageError('--client-credentials needs --client-id.', 'Add --client-id and one of the key or secret flags.');
  if (sources.length !== 1) {
    throw usageError(
      'Use one of --private-key-file, --client-secret-file and --client-secret-stdin.',
      'A private key is the safest of them.',
    );
  }
  if (privateKeyFile !== undefined) return { clientId, privateKeyFile: storedPath(context, privateKeyFile) };
  if (clientSecretFile !== undefined) return { clientId, clientSecretFile: storedPath(context, clientSecretFile) };
  return { clientId, storedSecret: true };
};

/** Stores the address of a sign-in with --api in the profile, so that later commands use the server that the sign-in is for. */
const updateProfile = async (context: Context, machine: MachineSignIn | undefined): Promise<void> => {
  const { config, folders, terminal } = context;
  const { profileName, profile } = config;
  const fromFlag = (name: 'api' | 'issuer') => (config.explain(name).source.startsWith('flag') ? config.get(name) : '');
  const [api, issuer] = [fromFlag('api'), fromFlag('issuer')];
  const isNewApi = api !== '' && (profile.api === undefined || !isSameHost(profile.api, api));
  if (machine === undefined && !isNewApi && (issuer === '' || issuer === profile.issuer)) return;
  const updated: Profile = {
    ...(machine === undefined ? {} : { api: config.get('api') }),
    ...profile,
    ...(isNewApi ? { api } : {}),
    ...(issuer === '' ? {} : { issuer }),
    ...(machine === undefined ? {} : { machine }),
  };
  const { current, profiles } = config.profiles;
  await writeProfileFile(folders.configFile, { current, profiles: { ...profiles, [profileName]: updated } });
  if (!isNewApi) return;
  const previous = profile.api === undefined ? '' : ` instead of ${profile.api}`;
  terminal.note(`Profile ${profileName} now uses ${api}${previous}.`);
};

const signInByFlags = async (context: Context, options: Options): Promise<SessionRecord> => {
  const machine = machineOf(context, options);
  const [{ openSecretStore }, { hasDisplay }] = await Promise.all([
    import('../session/secretStore.ts'),
    import('../session/openBrowser.ts'),
  ]);
  const needsBrowser = machine === undefined && options.device !== true && options.browser !== false;
  if (needsBrowser && !hasDisplay(context.io)) throw new CliError('E-NO-DISPLAY');
  const store = await openSecretStore(options.insecureStorage === true ? 'file' : 'keyring', context.folders);
  // Before the user signs in, because a sign-in that cannot be stored is lost.
  await store.probe();
  if (options.insecureStorage === true)
    context.terminal.note('The sign-in will be stored in a file that only you can read, not in the key store.');
  const { deviceFlow, machineFlow, signIn } = await import('../session/signIn.ts');
  if (machine !== undefined) {
    const secret = machine.storedSecret === true ? await readStdin(context.io) : undefined;
    const record = await signIn(context, store, await machineFlow(context, machine, secret));
    await updateProfile(context, machine);
    return record;
  }
  const { browserFlow } = await import('../session/browserFlow.ts');
  const flow = options.device === true ? deviceFlow(context) : browserFlow(context, options.browser !== false);
  const record = await signIn(context, store, flow);
  await updateProfile(context, undefined);
  return record;
};

export const command = defineCommand({
  name: 'login',
  summary: 'Sign in',
  description:
    'Opens the browser of this machine. Over SSH use --device. For cron use --client-credentials with a key.\nWith --api the profile remembers the address. Secrets are stored in the key store of the operating system; no flag and no variable holds one.',
  options: loginFlags,
  takes: ['record'],
  fields: {
    all: ['profile', 'api', 'name', 'subject', 'role', 'grant', 'storage'],
    table: ['profile', 'api', 'name', 'role', 'storage'],
  },
  otherCalls: ['GET /config.json', 'discovery, authorization, device and token endpoints of the sign-in service'],
  exits: ['auth', 'unavailable'],
  examples: ['', '--device', '--client-credentials --client-id <id> --private-key-file key.pem --insecure-storage'],
  async run(context, options) {
    const { api, name, subject, role, grant, storage } = await signInByFlags(context, options);
    context.terminal.note(`Signed in to ${api} as ${name}.`);
    await context.output.record({
      profile: context.config.profileName,
      api,
      name,
      subject,
      role,
      grant,
      storage: storage === 'file' ? 'file' : 'key store',
    });
  },
});
