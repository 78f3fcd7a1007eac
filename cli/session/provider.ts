import type { AxiosInstance } from 'axios';
import * as oidc from 'openid-client';
import { ConnectionError } from '../../shared/client/connectionError.ts';
import { CliError } from '../errors.ts';
import { codeOf } from '../files.ts';
import { isLoopback } from '../network/origins.ts';
import type { MachineSignIn } from '../profiles.ts';

export const audience = 'urn:carepost:api';
export const scope = 'openid profile email offline_access api';
export const ownClientId = 'carepost-cli';

/** openid-client calls fetch: this sends its requests over axios, so that proxies and time-outs apply to the sign-in as well. */
const fetchOver =
  (http: AxiosInstance): oidc.CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const response = await http.request<string>({
      url,
      method,
      headers,
      // openid-client only ever sends forms.
      data: body instanceof URLSearchParams ? body.toString() : undefined,
      responseType: 'text',
      transformRequest: (data: unknown) => data,
      transformResponse: (data: unknown) => data,
      validateStatus: () => true,
      ...(signal ? { signal } : {}),
    });
    const hasNoBody = response.status === 204 || response.status === 304;
    const responseHeaders = Object.entries(response.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(hasNoBody ? null : response.data, { status: response.status, headers: responseHeaders });
  };

export interface ProviderInput {
  readonly http: AxiosInstance;
  readonly issuer: string;
  readonly clientId: string;
  readonly proof?: oidc.ClientAuth;
  /** The discovery document of the last sign-in. */
  readonly server?: oidc.ServerMetadata;
}

/** The sign-in service, from its stored discovery document or by discovery. */
export const openProvider = async ({
  http,
  issuer,
  clientId,
  proof = oidc.None(),
  server,
}: ProviderInput): Promise<oidc.Configuration> => {
  const address = new URL(issuer);
  const insecure = address.protocol === 'http:' && isLoopback(address);
  const customFetch = fetchOver(http);
  if (server !== undefined) {
    const configuration = new oidc.Configuration(server, clientId, {}, proof);
    configuration[oidc.customFetch] = customFetch;
    if (insecure) oidc.allowInsecureRequests(configuration);
    return configuration;
  }
  try {
    return await oidc.discovery(address, clientId, {}, proof, {
      [oidc.customFetch]: customFetch,
      execute: insecure ? [oidc.allowInsecureRequests] : [],
    });
  } catch (error) {
    const cause = connectionErrorIn(error);
    if (cause !== undefined) throw unreachable(issuer, cause);
    throw new CliError('E-ISSUER', `${issuer} does not describe a sign-in service (${reasonOf(error)}).`);
  }
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const unreachableCodes =
  /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|ERR_NETWORK|ERR_PROXY|ERR_TLS|CERT_|DEPTH_|UNABLE_|SELF_SIGNED)/;

/** The error of the connection among the causes of an error of openid-client. */
const connectionErrorIn = (error: unknown): Error | undefined => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (unreachableCodes.test(codeOf(cause))) return cause;
  }
  return undefined;
};

const unreachable = (issuer: string, error?: Error) =>
  new CliError(
    'E-NETWORK',
    error instanceof ConnectionError ? error.message : `The sign-in service ${issuer} cannot be reached.`,
    {
      hint: 'Check the address and the network; carepost doctor shows the route.',
    },
  );

/** The client of a sign-in, and for a machine where its key or secret is. */
export interface SignInClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly profile: string;
  readonly machine?: MachineSignIn | undefined;
}

type SignInCode = 'E-SIGN-IN-FAILED' | 'E-SESSION-ENDED';

/** Where the secret of a machine is, and the flag that sets it. */
const secretOf = ({ privateKeyFile, clientSecretFile }: MachineSignIn): { text: string; flag: string } => {
  if (privateKeyFile !== undefined)
    return { text: `private key in ${privateKeyFile}`, flag: `--private-key-file ${privateKeyFile}` };
  if (clientSecretFile !== undefined)
    return { text: `secret in ${clientSecretFile}`, flag: `--client-secret-file ${clientSecretFile}` };
  return { text: 'secret', flag: '--client-secret-stdin' };
};

/** RFC 6749 section 5.2: a refused client is a challenge in a header, or a code in the body. */
const isRefusedClient = (error: unknown): boolean =>
  error instanceof oidc.WWWAuthenticateChallengeError ||
  (error instanceof oidc.ResponseBodyError && error.error === 'invalid_client');

const refusedClient = ({ issuer, clientId, profile, machine }: SignInClient, code: SignInCode): CliError => {
  if (machine === undefined)
    return new CliError(code, `${issuer} refused the client id "${clientId}".`, {
      hint: 'The sign-in service has to know this client id. Check --issuer.',
    });
  const { text, flag } = secretOf(machine);
  return new CliError(code, `${issuer} refused the client id "${clientId}" or its ${text}.`, {
    hint: `Check both, then set them: carepost login --profile ${profile} --client-credentials --client-id ${clientId} ${flag}`,
  });
};

/** Errors of the sign-in service as our own. A refused grant means that the sign-in has expired; the text of the service is part of it. */
export const signInError = (error: unknown, client: SignInClient, code: SignInCode): CliError => {
  const { issuer } = client;
  if (error instanceof CliError) return error;
  if (isRefusedClient(error)) return refusedClient(client, code);
  const cause = connectionErrorIn(error);
  if (cause !== undefined) return unreachable(issuer, cause);
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError) {
    if (error instanceof oidc.ResponseBodyError && error.status >= 500) return unreachable(issuer);
    const why = error.error_description ?? error.error;
    return new CliError(
      code,
      code === 'E-SESSION-ENDED' ? 'Your sign-in has ended.' : `The sign-in was refused (${why}).`,
      code === 'E-SESSION-ENDED' ? { details: [`The sign-in service says: ${why}`] } : {},
    );
  }
  return new CliError(code, `The response of the sign-in service cannot be used (${reasonOf(error)}).`);
};
