import type { Context } from '../command.ts';
import * as oidc from 'openid-client';
import { CliError } from '../errors.ts';
import { connectionFailure, createHttp } from '../network/http.ts';
import { checkOrigin } from '../network/origins.ts';
import { linesForTerminal } from '../output/cells.ts';
import type { MachineSignIn } from '../profiles.ts';
import { machineProof } from './machineProof.ts';
import { audience, openProvider, ownClientId, scope, signInError } from './provider.ts';
import { secretsFrom } from './renew.ts';
import type { Secrets, SecretStore } from './secretStore.ts';
import { claimText, readClaims, type SessionRecord, writeSessionRecord } from './sessionRecord.ts';

/** The configured sign-in service, or the one that the API's public configuration names. */
export const findIssuer = async (context: Context): Promise<string> => {
  const { config, signal } = context;
  const configured = config.get('issuer');
  if (configured !== '') return configured;
  const api = config.get('api');
  const http = await createHttp(context, api);
  let data: unknown;
  try {
    ({ data } = await http.get<unknown>('/config.json', { responseType: 'json', signal }));
  } catch (error) {
    if (signal.aborted) throw new CliError('E-INTERRUPTED');
    const hasResponse =
      typeof error === 'object' && error !== null && 'response' in error && error.response !== undefined;
    if (hasResponse) throw new CliError('E-ISSUER', `${api} does not name its sign-in service.`);
    const failure = connectionFailure(api, error);
    const hint = failure.startsWith('The proxy')
      ? 'Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.'
      : 'Start the server, or name another one with --api.';
    throw new CliError('E-NETWORK', failure, { hint: `${hint} carepost doctor shows the route.` });
  }
  const issuer = typeof data === 'object' && data !== null && 'issuer' in data ? data.issuer : undefined;
  if (typeof issuer !== 'string') throw new CliError('E-ISSUER', `${api} does not name its sign-in service.`);
  return checkOrigin(issuer, `${api}/config.json`);
};

export interface Flow {
  readonly grant: SessionRecord['grant'];
  /** Undefined for the sign-in of a user. */
  readonly machine?: MachineSignIn;
  readonly proof?: oidc.ClientAuth;
  /** Secrets that are stored besides the tokens. */
  readonly secrets?: Secrets;
  obtain(provider: oidc.Configuration): Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers>;
}

/** Signs in by a flow and stores the result for the current profile. */
export const signIn = async (context: Context, store: SecretStore, flow: Flow): Promise<SessionRecord> => {
  const { config, trace, folders } = context;
  const issuer = await findIssuer(context);
  const http = await createHttp(context, issuer);
  const { machine } = flow;
  const clientId = machine?.clientId ?? ownClientId;
  const proof = flow.proof === undefined ? {} : { proof: flow.proof };
  const provider = await openProvider({ http, issuer, clientId, ...proof });
  let tokens: Awaited<ReturnType<Flow['obtain']>>;
  try {
    tokens = await flow.obtain(provider);
  } catch (error) {
    if (context.signal.aborted) throw new CliError('E-INTERRUPTED');
    throw signInError(error, { issuer, clientId, profile: config.profileName, machine }, 'E-SIGN-IN-FAILED');
  }
  const secrets = secretsFrom(tokens, flow.secrets ?? {}, context.now());
  trace.hide(secrets.accessToken);
  trace.hide(secrets.refreshToken);
  const claims = { ...readClaims(tokens.access_token), ...tokens.claims() };
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

/** For machines without a browser: the user opens the address on another device and types the code (RFC 8628). */
export const deviceFlow = (context: Context): Flow => ({
  grant: 'device',
  async obtain(provider) {
    const started = await oidc.initiateDeviceAuthorization(provider, { scope, resource: audience });
    const direct = started.verification_uri_complete;
    const endsAt = context.now() + started.expires_in * 1000;
    const text = [
      'Open this address on any device:',
      `  ${started.verification_uri}`,
      'and type the code:',
      `  ${started.user_code}`,
      ...(direct === undefined ? [] : ['or open this address, which contains the code:', `  ${direct}`]),
      `The code is valid for ${Math.floor(started.expires_in / 60)} minutes.`,
    ].join('\n');
    context.io.stderr.write(`${linesForTerminal(text)}\n`);
    const poll = { signal: context.signal };
    return oidc
      .pollDeviceAuthorizationGrant(provider, started, { resource: audience }, poll)
      .catch((error: unknown) => {
        // Services remove an expired code, and do not know it then.
        if (!(error instanceof oidc.ResponseBodyError) || context.now() < endsAt) throw error;
        throw new CliError('E-SIGN-IN-FAILED', 'The code has expired: it was not confirmed in time.', {
          hint: 'For another code, run: carepost login --device',
        });
      });
  },
});

/** For cron and services: the machine signs in with its own key or secret. */
export const machineFlow = async (
  context: Context,
  machine: MachineSignIn,
  secret: string | undefined,
): Promise<Flow> => ({
  grant: 'client-credentials',
  machine,
  proof: await machineProof(context, machine, secret),
  ...(secret === undefined ? {} : { secrets: { clientSecret: secret } }),
  obtain: (provider) => oidc.clientCredentialsGrant(provider, { scope: 'api', resource: audience }),
});
