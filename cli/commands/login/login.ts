import { type NounBody, defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { type MachineSignIn, writeProfileFile } from '../../profiles.ts';
import type { SessionRecord } from '../../session/records.ts';

interface Options {
  readonly device?: boolean;
  readonly browser?: boolean;
  readonly clientCredentials?: boolean;
  readonly clientId?: string;
  readonly privateKeyFile?: string;
  readonly clientSecretFile?: string;
  readonly clientSecretStdin?: boolean;
  readonly insecureStorage?: boolean;
}

const usage = (message: string, hint: string) => new CliError('E-USAGE', message, { hint });

const readStdin = async ({ stdin }: Io): Promise<string> => {
  if (stdin.isTTY === true) {
    throw usage(
      '--client-secret-stdin reads a pipe, and stdin is a terminal.',
      'Write: carepost login … --client-secret-stdin < file',
    );
  }
  const parts: Buffer[] = [];
  for await (const part of stdin) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8').trim();
};

/** A path is kept absolute, so that later runs find the file from anywhere; a bare name stays one for $CREDENTIALS_DIRECTORY. */
const storedPath = ({ io, pathOf }: Context, path: string): string =>
  io.env['CREDENTIALS_DIRECTORY'] !== undefined && !/[\\/]/.test(path) ? path : pathOf(path);

const machineOf = (context: Context, options: Options): MachineSignIn => {
  const { clientId, privateKeyFile, clientSecretFile, clientSecretStdin } = options;
  if (clientId === undefined)
    throw usage('--client-credentials needs --client-id.', 'Add --client-id and one of the key or secret flags.');
  const given = [privateKeyFile, clientSecretFile, clientSecretStdin].filter((value) => value !== undefined).length;
  if (given !== 1) {
    throw usage(
      'Give one of --private-key-file, --client-secret-file and --client-secret-stdin.',
      'A private key is the safest of them.',
    );
  }
  if (privateKeyFile !== undefined) return { clientId, privateKeyFile: storedPath(context, privateKeyFile) };
  if (clientSecretFile !== undefined) return { clientId, clientSecretFile: storedPath(context, clientSecretFile) };
  return { clientId, storedSecret: true };
};

const keepMachine = async (context: Context, machine: MachineSignIn): Promise<void> => {
  const { config, folders } = context;
  const { profiles, current } = config.profiles;
  const profile = { api: config.get('api'), ...profiles[config.profileName], machine };
  await writeProfileFile(folders.configFile, {
    current: current ?? config.profileName,
    profiles: { ...profiles, [config.profileName]: profile },
  });
};

const signInByFlags = async (context: Context, options: Options): Promise<SessionRecord> => {
  const machine = options.clientCredentials === true ? machineOf(context, options) : undefined;
  if (
    machine === undefined &&
    (options.clientId ?? options.privateKeyFile ?? options.clientSecretFile ?? options.clientSecretStdin) !== undefined
  ) {
    throw usage('Key and secret flags belong to --client-credentials.', 'Add --client-credentials.');
  }
  const [{ openSecretStore }, { hasDisplay }] = await Promise.all([
    import('../../session/secretStore.ts'),
    import('../../session/openBrowser.ts'),
  ]);
  const needsBrowser = machine === undefined && options.device !== true && options.browser !== false;
  if (needsBrowser && !hasDisplay(context.io)) throw new CliError('E-NO-DISPLAY');
  const store = await openSecretStore(options.insecureStorage === true ? 'file' : 'keyring', context.folders);
  // Before anybody signs in: nobody should do so in vain.
  await store.probe();
  if (options.insecureStorage === true)
    context.terminal.note('The sign-in is kept in a file only you can read, not in the key store.');
  const { signIn } = await import('../../session/signIn.ts');
  if (machine !== undefined) {
    const { machineFlow } = await import('../../session/machineFlow.ts');
    const secret = machine.storedSecret === true ? await readStdin(context.io) : undefined;
    const record = await signIn(context, store, await machineFlow(context, machine, secret));
    await keepMachine(context, machine);
    return record;
  }
  if (options.device === true) {
    const { deviceFlow } = await import('../../session/deviceFlow.ts');
    return signIn(context, store, deviceFlow(context));
  }
  const { browserFlow } = await import('../../session/browserFlow.ts');
  return signIn(context, store, browserFlow(context, options.browser !== false));
};

const command = defineCommand<Options>({
  name: 'login',
  summary: 'Sign in',
  description:
    'Opens the browser of this machine. Over SSH use --device. For cron use --client-credentials with a key.\nSecrets go to the key store of the operating system; no flag and no variable ever carries one.',
  options: [
    { flags: '--device', summary: 'sign in on another device with a code', group: 'Connection' },
    { flags: '--no-browser', summary: 'print the address instead of opening a browser', group: 'Connection' },
    { flags: '--client-credentials', summary: 'sign in as a machine', group: 'Connection' },
    { flags: '--client-id <id>', summary: 'the machine’s client id', group: 'Connection' },
    {
      flags: '--private-key-file <file>',
      summary: 'its private key, PEM or JWK (preferred)',
      group: 'Safety',
      complete: 'credentials',
    },
    {
      flags: '--client-secret-file <file>',
      summary: 'its secret, in a file',
      group: 'Safety',
      complete: 'credentials',
    },
    { flags: '--client-secret-stdin', summary: 'its secret, on stdin', group: 'Safety' },
    {
      flags: '--insecure-storage',
      summary: 'keep the sign-in in a file (0600) instead of the key store',
      group: 'Safety',
    },
  ],
  takes: ['record'],
  fields: {
    all: ['profile', 'api', 'name', 'subject', 'role', 'grant', 'storage'],
    table: ['profile', 'api', 'name', 'role', 'storage'],
  },
  calls: [],
  otherCalls: ['GET /config.json', 'discovery, authorization, device and token endpoints of the sign-in service'],
  exits: ['auth', 'unavailable'],
  examples: [
    'carepost login',
    'carepost login --device',
    'carepost login --client-credentials --client-id <id> --private-key-file key.pem --insecure-storage',
  ],
  async run(context, options) {
    const record = await signInByFlags(context, options);
    context.terminal.note(`Signed in to ${record.api} as ${record.name}.`);
    await context.output.record({
      profile: context.config.profileName,
      api: record.api,
      name: record.name,
      subject: record.subject,
      role: record.role,
      grant: record.grant,
      storage: record.storage === 'file' ? 'file' : 'key store',
    });
  },
});

export const login: NounBody = { command };
