import * as oidc from 'openid-client';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { createHttp } from '../network/http.ts';
import { checkOrigin } from '../network/origins.ts';
import { claimText, readClaims } from './jwt.ts';
import { openProvider, ownClientId, signInError } from './provider.ts';
import { type SessionRecord, writeSessionRecord } from './records.ts';
import { secretsFrom } from './renew.ts';
import { type Secrets, type SecretStore } from './secretStore.ts';

/** Where to sign in: as configured, or as the API's public configuration names it. */
export const findIssuer = async (context: Context): Promise<string> => {
  const { config, trace } = context;
  const given = config.get('issuer');
  if (given !== '') return given;
  const api = config.get('api');
  const http = await createHttp({ baseUrl: api, timeoutMs: config.milliseconds('timeout'), trace, io: context.io });
  let data: unknown;
  try {
    ({ data } = await http.get<unknown>('/config.json', { responseType: 'json', signal: context.signal }));
  } catch (error) {
    if (context.signal.aborted) throw new CliError('E-INTERRUPTED');
    const answered = typeof error === 'object' && error !== null && 'response' in error && error.response !== undefined;
    if (answered) throw new CliError('E-ISSUER', `${api} does not tell where to sign in.`);
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'no answer';
    throw new CliError('E-SIGN-IN-FAILED', `${api} cannot be reached (${code}).`, {
      code: 'E-NETWORK',
      exit: 'unavailable',
      hint: 'Start the server, or name another one with --api or carepost profile add.',
    });
  }
  const issuer = typeof data === 'object' && data !== null && 'issuer' in data ? data.issuer : undefined;
  if (typeof issuer !== 'string') throw new CliError('E-ISSUER', `${api} does not tell where to sign in.`);
  return checkOrigin(issuer, `${api}/config.json`);
};

export interface Flow {
  readonly grant: SessionRecord['grant'];
  readonly clientId?: string;
  readonly proof?: oidc.ClientAuth;
  /** Secrets kept besides the tokens. */
  readonly kept?: Secrets;
  obtain(provider: oidc.Configuration): Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers>;
}

/** Signs in by a flow and stores the result for the profile in use. */
export const signIn = async (context: Context, store: SecretStore, flow: Flow): Promise<SessionRecord> => {
  const { config, trace, folders } = context;
  const issuer = await findIssuer(context);
  const http = await createHttp({ baseUrl: issuer, timeoutMs: config.milliseconds('timeout'), trace, io: context.io });
  const clientId = flow.clientId ?? ownClientId;
  const provider = await openProvider({
    http,
    issuer,
    clientId,
    ...(flow.proof === undefined ? {} : { proof: flow.proof }),
  });
  let answer: Awaited<ReturnType<Flow['obtain']>>;
  try {
    answer = await flow.obtain(provider);
  } catch (error) {
    if (context.signal.aborted) throw new CliError('E-INTERRUPTED');
    throw signInError(error, issuer, 'E-SIGN-IN-FAILED');
  }
  const secrets = secretsFrom(answer, flow.kept ?? {}, context.now());
  trace.hide(secrets.accessToken);
  trace.hide(secrets.refreshToken);
  const claims = { ...readClaims(answer.access_token), ...answer.claims() };
  const record: SessionRecord = {
    api: config.get('api'),
    issuer,
    clientId,
    grant: flow.grant,
    storage: store.kind,
    subject: claimText(claims, 'sub') || clientId,
    name: claimText(claims, 'name', 'email', 'sub') || clientId,
    role: claimText(claims, 'role', 'roles'),
    signedInAt: new Date(context.now()).toISOString(),
    server: provider.serverMetadata(),
  };
  await store.write(config.profileName, secrets);
  await writeSessionRecord(folders, config.profileName, record);
  return record;
};
