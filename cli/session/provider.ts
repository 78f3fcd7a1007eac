import type { AxiosInstance } from 'axios';
import * as oidc from 'openid-client';
import { CliError } from '../errors.ts';
import { isLoopback } from '../network/origins.ts';

export const audience = 'urn:carepost:api';
export const scope = 'openid profile email offline_access api';
export const ownClientId = 'carepost-cli';

/** openid-client speaks fetch; this sends it through our one HTTP, so proxies and time-outs hold for sign-in as well. */
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
    const bare = response.status === 204 || response.status === 304;
    const given = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(bare ? null : response.data, { status: response.status, headers: given });
  };

export interface ProviderInput {
  readonly http: AxiosInstance;
  readonly issuer: string;
  readonly clientId: string;
  readonly proof?: oidc.ClientAuth;
  /** The discovery document as kept from the last sign-in. */
  readonly server?: oidc.ServerMetadata;
}

/** The sign-in service, from its kept description or by discovery. */
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
    if (isUnreachable(error)) throw unreachable(issuer);
    throw new CliError('E-ISSUER', `${issuer} does not describe a sign-in service (${reasonOf(error)}).`);
  }
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const isUnreachable = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (
      /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|ERR_NETWORK|ERR_TLS|CERT_|DEPTH_|UNABLE_|SELF_SIGNED)/.test(
        code,
      )
    )
      return true;
  }
  return false;
};

const unreachable = (issuer: string) =>
  new CliError('E-SIGN-IN-FAILED', `The sign-in service ${issuer} cannot be reached.`, {
    code: 'E-NETWORK',
    exit: 'unavailable',
    hint: 'Check the address and the network; carepost doctor shows the route.',
  });

/** Failures of the sign-in service in our words. A refused grant means the sign-in has ended; the service's text is kept. */
export const signInError = (error: unknown, issuer: string, code: 'E-SIGN-IN-FAILED' | 'E-SESSION-ENDED'): CliError => {
  if (error instanceof CliError) return error;
  if (isUnreachable(error)) return unreachable(issuer);
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError) {
    if (error instanceof oidc.ResponseBodyError && error.status >= 500) return unreachable(issuer);
    const why = error.error_description ?? error.error;
    return new CliError(
      code,
      code === 'E-SESSION-ENDED' ? `Your sign-in has ended (${why}).` : `The sign-in was refused (${why}).`,
    );
  }
  return new CliError(code, `The sign-in service gave an answer that cannot be used (${reasonOf(error)}).`);
};
