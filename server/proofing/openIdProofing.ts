import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  enableNonRepudiationChecks,
  ClientSecretPost,
  skipStateCheck,
} from 'openid-client';
import { z } from 'zod';
import { type Proofing, ProofingFailure, type ProofingResult } from './proofing.ts';

export interface ProofingClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider sends the browser back to. */
  readonly returnUrl: string;
  /** Plain http serves trials on one machine. */
  readonly allowsHttp: boolean;
}

/** Also for a discovery that fails half way: the next call asks again. */
const knownForMs = 10 * 60_000;

const text = z.string().trim().min(1).max(255);
const claims = z.discriminatedUnion('identity_verified', [
  z.object({ identity_verified: z.literal(true), given_name: text, family_name: text, birthdate: z.iso.date() }),
  z.object({ identity_verified: z.literal(false) }),
]);

/**
 * An identity provider that speaks OpenID Connect: code flow with PKCE; the result is its ID token, whose signature, issuer, audience, nonce
 * and time are checked.
 */
export function openIdProofing(client: ProofingClient, fetch: CustomFetch): Proofing {
  const { issuer, clientId, clientSecret, returnUrl, allowsHttp } = client;
  let known: { readonly until: number; readonly configuration: Promise<Configuration> } | undefined;

  const configurationOf = (signal: AbortSignal): Promise<Configuration> => {
    if (known && known.until > Date.now()) return known.configuration;
    const configuration = discovery(new URL(issuer), clientId, undefined, ClientSecretPost(clientSecret), {
      [customFetch]: (url, options) => fetch(url, { ...options, signal: options.signal ?? signal }),
      // Otherwise an ID token that comes directly from the provider is taken without a look at its signature.
      execute: [enableNonRepudiationChecks, ...(allowsHttp ? [allowInsecureRequests] : [])],
    }).catch((cause: unknown) => {
      known = undefined;
      throw new ProofingFailure('The identity provider does not describe itself.', { isUnavailable: true, cause });
    });
    known = { until: Date.now() + knownForMs, configuration };
    return configuration;
  };

  return {
    authUrl: async ({ state, nonce, codeVerifier }, signal) =>
      buildAuthorizationUrl(await configurationOf(signal), {
        redirect_uri: returnUrl,
        scope: 'openid profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href,

    result: async (code, { nonce, codeVerifier }, signal) => {
      const configuration = await configurationOf(signal);
      const returned = new URL(returnUrl);
      returned.search = new URLSearchParams({ code, iss: configuration.serverMetadata().issuer }).toString();
      try {
        const tokens = await authorizationCodeGrant(configuration, returned, {
          pkceCodeVerifier: codeVerifier,
          expectedNonce: nonce,
          // The state has led to this verification already.
          expectedState: skipStateCheck,
          idTokenExpected: true,
        });
        return resultOf(tokens.claims());
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

function resultOf(returned: unknown): ProofingResult {
  const parsed = claims.safeParse(returned);
  // The cause would quote the data of the person.
  if (!parsed.success) throw new ProofingFailure('The identity provider returned no result that can be read.');
  const { data } = parsed;
  if (!data.identity_verified) return { isVerified: false };
  const person = { firstName: data.given_name, lastName: data.family_name, dateOfBirth: data.birthdate };
  return { isVerified: true, person };
}

/** Errors of the library may have the whole response with its token, so only their code goes on. */
function failureOf(error: unknown): ProofingFailure {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProofingFailure) return cause;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no code';
  return new ProofingFailure(`The result of the identity provider was refused (${code}).`);
}
