import { release } from 'node:os';
import type { Context } from '../../context.ts';
import { formatDuration } from '../../durations.ts';
import { toCliError } from '../../errors.ts';
import { proxyFor } from '../../network/http.ts';
import { createHttp } from '../../network/http.ts';
import manifest from '../../package.json' with { type: 'json' };
import { openSecretStore } from '../../session/secretStore.ts';
import { findIssuer } from '../../session/signIn.ts';

export interface Check {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** Longest difference between the two clocks that tokens bear (quality TK: 5 s), with a little on top for the way. */
const mostSkew = 5000;

const guarded = async (check: string, work: () => Promise<Check | Check[]>): Promise<Check[]> => {
  try {
    return [await work()].flat();
  } catch (error) {
    const { message, hint } = toCliError(error);
    return [{ check, state: 'failed', detail: hint === '' ? message : `${message} ${hint}` }];
  }
};

const route = (check: string, address: string): Check => {
  const proxy = proxyFor(new URL(address));
  // A proxy's address may carry a password.
  const shown = proxy === '' ? 'direct' : `through ${new URL(proxy).host}`;
  return { check, state: 'ok', detail: `${address}: ${shown}` };
};

const keyStore = async (context: Context): Promise<Check> => {
  const session = await context.session();
  if (session.record?.storage === 'file')
    return { check: 'key store', state: 'warning', detail: 'not in use: the sign-in is kept in a private file' };
  try {
    await (await openSecretStore('keyring', context.folders)).probe();
    return { check: 'key store', state: 'ok', detail: 'stores, gives back and forgets' };
  } catch (error) {
    const inUse = session.record?.storage === 'keyring';
    return { check: 'key store', state: inUse ? 'failed' : 'warning', detail: toCliError(error).message };
  }
};

const api = async (context: Context): Promise<Check[]> => {
  const address = context.config.get('api');
  const http = await createHttp({
    baseUrl: address,
    timeoutMs: context.config.milliseconds('timeout'),
    trace: context.trace,
    io: context.io,
  });
  const started = context.now();
  const answer = await http
    .get<unknown>('/health/ready', { validateStatus: () => true, signal: context.signal })
    .catch((error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'no answer'));
  if (typeof answer === 'string')
    return [{ check: 'api', state: 'failed', detail: `${address} cannot be reached (${answer})` }];
  const ended = context.now();
  const reached: Check = {
    check: 'api',
    state: answer.status === 200 ? 'ok' : 'failed',
    detail: `${address} answered ${answer.status} in ${formatDuration(ended - started)}`,
  };
  const date = Date.parse(String(answer.headers['date'] ?? ''));
  if (Number.isNaN(date)) return [reached, { check: 'clock', state: 'warning', detail: 'the server sends no date' }];
  // The header has whole seconds: half a second is the best guess.
  const skew = Math.round((started + ended) / 2 - (date + 500));
  const detail = `this machine is ${Math.abs(skew) < 1000 ? 'within 1 s of' : `${formatDuration(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'}`} the server`;
  return [reached, { check: 'clock', state: Math.abs(skew) > mostSkew ? 'failed' : 'ok', detail }];
};

const signIn = async (context: Context): Promise<Check[]> => {
  const issuer = await findIssuer(context);
  const { openProvider, ownClientId } = await import('../../session/provider.ts');
  const http = await createHttp({
    baseUrl: issuer,
    timeoutMs: context.config.milliseconds('timeout'),
    trace: context.trace,
    io: context.io,
  });
  await openProvider({ http, issuer, clientId: ownClientId });
  return [route('sign-in route', issuer), { check: 'sign-in', state: 'ok', detail: `${issuer} describes itself` }];
};

/** All checks, in the order one would look for a fault. */
export const runChecks = async (context: Context): Promise<Check[]> => {
  const { config, folders } = context;
  const { nodeVersion, platform, arch } = context.io.system;
  const first: Check[] = [
    { check: 'carepost', state: 'ok', detail: manifest.version },
    { check: 'node', state: 'ok', detail: `${nodeVersion} on ${platform} ${arch} ${release()}` },
    { check: 'configuration', state: 'ok', detail: `profile ${config.profileName} of ${folders.configFile}` },
  ];
  const settings = await guarded('settings', () => {
    config.milliseconds('timeout');
    config.milliseconds('maxWait');
    config.get('interop');
    return Promise.resolve([route('api route', config.get('api'))]);
  });
  const rest = await Promise.all([
    guarded('key store', () => keyStore(context)),
    guarded('api', () => api(context)),
    guarded('sign-in', () => signIn(context)),
    guarded('session', async () => {
      const session = await context.session();
      return {
        check: 'session',
        state: session.storage === 'none' ? 'warning' : 'ok',
        detail:
          session.storage === 'none'
            ? 'nobody is signed in'
            : `${session.record?.name ?? 'a token'} (${session.storage})`,
      };
    }),
  ]);
  return [...first, ...settings, ...rest.flat()];
};
