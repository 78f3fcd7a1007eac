import { type Context, defineCommand } from '../command.ts';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { settingNames, withSignInHint } from '../config.ts';
import { formatDuration } from '../durations.ts';
import { toCliError } from '../errors.ts';
import { connectionFailure, createHttp, proxyText } from '../network/http.ts';
import { showList } from '../output/listing.ts';
import manifest from '../package.json' with { type: 'json' };
import { openSecretStore } from '../session/secretStore.ts';

const states = ['ok', 'warning', 'failed'] as const;

type Check = Readonly<{ check: string; state: (typeof states)[number]; detail: string }>;

/** Maximum difference of the two clocks that tokens allow (quality TK: 5 s). */
const maxSkewMs = 5000;

/** Runs a check; what it throws is a failed check. */
const guarded = async ({ config }: Context, check: string, work: () => Promise<Check | Check[]>): Promise<Check[]> => {
  try {
    return [await work()].flat();
  } catch (error) {
    const { message, hint } = withSignInHint(toCliError(error), config);
    return [{ check, state: 'failed', detail: hint === '' ? message : `${message} ${hint}` }];
  }
};

const routeCheck = ({ io }: Context, check: string, address: string): Check => {
  const proxy = proxyText(new URL(address), io.env);
  return { check, state: 'ok', detail: `${address}: ${proxy === undefined ? 'direct' : `through ${proxy}`}` };
};

const configurationCheck = ({ config, folders: { configFile } }: Context): Check => {
  const check = 'configuration';
  const problems = settingNames.flatMap((name) => {
    const problem = config.problemOf(name);
    return problem === null ? [] : [`${name} from ${config.explain(name).source}: ${problem}`];
  });
  if (problems.length > 0) return { check, state: 'failed', detail: problems.join('; ') };
  return {
    check,
    state: 'ok',
    detail: existsSync(configFile)
      ? `profile ${config.profileName} of ${configFile}`
      : `profile ${config.profileName} with default settings; ${configFile} does not exist yet`,
  };
};

const keyStoreCheck = async (context: Context): Promise<Check> => {
  const { record } = await context.session();
  const check = 'key store';
  if (record?.storage === 'file')
    return { check, state: 'warning', detail: 'not used: the sign-in is stored in a private file' };
  try {
    await (await openSecretStore('keyring', context.folders)).probe();
    return { check, state: 'ok', detail: 'writes, reads and removes a value' };
  } catch (error) {
    const isUsed = record?.storage === 'keyring';
    return { check, state: isUsed ? 'failed' : 'warning', detail: toCliError(error).message };
  }
};

const apiChecks = async (context: Context): Promise<Check[]> => {
  const address = context.config.get('api');
  const http = await createHttp(context, address);
  const startedAt = context.now();
  const response = await http
    .get<unknown>('/health/ready', { validateStatus: () => true, signal: context.signal })
    .catch((error: unknown) => connectionFailure(address, error).replace(/\.$/, ''));
  if (typeof response === 'string') return [{ check: 'api', state: 'failed', detail: response }];
  const endedAt = context.now();
  const api: Check = {
    check: 'api',
    state: response.status === 200 ? 'ok' : 'failed',
    detail: `${address} responded ${response.status} in ${formatDuration(endedAt - startedAt)}`,
  };
  const date = Date.parse(String(response.headers['date'] ?? ''));
  if (Number.isNaN(date)) return [api, { check: 'clock', state: 'warning', detail: 'the server sends no date' }];
  // The header has whole seconds, so the middle of that second is the best estimate.
  const skew = Math.round((startedAt + endedAt) / 2 - (date + 500));
  const difference = Math.abs(skew);
  const text =
    difference < 1000 ? 'within 1 s of' : `${formatDuration(difference)} ${skew > 0 ? 'ahead of' : 'behind'}`;
  const state = difference > maxSkewMs ? 'failed' : 'ok';
  return [api, { check: 'clock', state, detail: `this machine is ${text} the server` }];
};

const signInChecks = async (context: Context): Promise<Check[]> => {
  const [{ findIssuer }, { openProvider, ownClientId }] = await Promise.all([
    import('../session/signIn.ts'),
    import('../session/provider.ts'),
  ]);
  const issuer = await findIssuer(context);
  await openProvider({ http: await createHttp(context, issuer), issuer, clientId: ownClientId });
  return [
    routeCheck(context, 'sign-in route', issuer),
    { check: 'sign-in', state: 'ok', detail: `${issuer} has a discovery document` },
  ];
};

const stateFolderCheck = async ({ folders: { state }, io }: Context): Promise<Check> => {
  const { writePrivateFile } = await import('../files.ts');
  const file = join(state, `.probe-${io.system.pid}`);
  await writePrivateFile(file, '');
  await rm(file, { force: true });
  return { check: 'state folder', state: 'ok', detail: `${state} can be written` };
};

/** Whether the server accepts the sign-in. */
const sessionCheck = async (context: Context): Promise<Check> => {
  const check = 'session';
  const session = await context.session();
  const { storage, record } = session;
  if (storage === 'none') return { check, state: 'warning', detail: `not signed in to ${context.config.get('api')}` };
  const detail = `${record?.name ?? 'a token'} (${storage})`;
  try {
    await session.ready();
    await (await context.client()).profile.get({}, { signal: context.signal, fresh: true });
  } catch (error) {
    const { exit, message } = toCliError(error);
    if (exit === 'auth') throw error;
    return { check, state: 'warning', detail: `${detail}; the server could not check it: ${message}` };
  }
  return { check, state: 'ok', detail };
};

/** All checks, in the order in which one looks for a fault. */
const runChecks = async (context: Context): Promise<Check[]> => {
  const { config, io } = context;
  const { nodeVersion, platform, arch } = io.system;
  const local: Check[] = [
    { check: 'carepost', state: 'ok', detail: manifest.version },
    { check: 'node', state: 'ok', detail: `${nodeVersion} on ${platform} ${arch} ${release()}` },
    configurationCheck(context),
  ];
  const settings = await guarded(context, 'settings', () => {
    config.milliseconds('timeout');
    config.milliseconds('maxWait');
    config.rate();
    config.get('interop');
    return Promise.resolve([routeCheck(context, 'api route', config.get('api'))]);
  });
  const remote = await Promise.all([
    guarded(context, 'state folder', () => stateFolderCheck(context)),
    guarded(context, 'key store', () => keyStoreCheck(context)),
    guarded(context, 'api', () => apiChecks(context)),
    guarded(context, 'sign-in', () => signInChecks(context)),
    guarded(context, 'session', () => sessionCheck(context)),
  ]);
  return [...local, ...settings, ...remote.flat()];
};

export const command = defineCommand({
  name: 'doctor',
  summary: 'Check versions, configuration, key store, network routes, the server and the clock',
  description: 'Runs every check and exits with 0 unless one failed. Warnings are not failures.',
  takes: ['rows'],
  fields: {
    all: ['check', 'state', 'detail'],
    table: ['check', 'state', 'detail'],
    values: { state: states },
    id: 'check',
  },
  calls: ['profile.get'],
  otherCalls: ['GET /health/ready', 'GET /config.json', 'discovery document of the sign-in service'],
  exits: ['unavailable'],
  examples: ['', "--output json --where 'state!=ok'"],
  async run(context) {
    const checks = await runChecks(context);
    await showList(context, checks);
    const failed = checks.filter(({ state }) => state === 'failed');
    if (failed.length === 0) return undefined;
    const isNetwork = failed.some(({ check }) => check.startsWith('api') || check.startsWith('sign-in'));
    return {
      exit: isNetwork ? 'unavailable' : 'config',
      message: `${failed.length} of ${checks.length} checks failed: ${failed.map(({ check }) => check).join(', ')}`,
    };
  },
});
