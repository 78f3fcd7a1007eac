import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose';
import { ApiProblem } from '../../http/problem.ts';
import { apiAudience, type IdentityConfig } from '../identityConfig.ts';
import type { KeyRing } from '../keyRing.ts';
import { signingAlgorithm } from '../signingKeys.ts';
import { externalProvider } from './externalKeys.ts';
import { localKeys } from './localKeys.ts';

export type TokenClaims = JWTPayload & { readonly sub: string; readonly exp: number };

/** Checks signature and claims of a token; knows nothing of accounts. */
export type CheckToken = (token: string) => Promise<TokenClaims>;

const clockToleranceSeconds = 5;
const longestToken = 8192;

interface Rules {
  readonly algorithms: string[];
  readonly types: readonly string[];
  readonly issuer: string;
  readonly findKey: (header: JWTHeaderParameters) => Promise<CryptoKey | undefined>;
}

export function createTokenCheck(ring: KeyRing, config: IdentityConfig): CheckToken {
  const rules = rulesOf(ring, config);
  return async (token) => {
    if (token === '') throw new ApiProblem('E-TOKEN-MISSING');
    if (token.length > longestToken || !isCanonical(token)) throw new ApiProblem('E-TOKEN-INVALID');
    return verify(token, await rules());
  };
}

function rulesOf(ring: KeyRing, config: IdentityConfig): () => Promise<Rules> {
  if (config.externalIssuer === null) {
    const findKey = localKeys(ring);
    return async () => ({ algorithms: [signingAlgorithm], types: ['at+jwt'], issuer: config.issuer, findKey });
  }
  const provider = externalProvider(config.externalIssuer);
  // Many providers still write JWT where RFC 9068 asks for at+jwt; the audience keeps ID tokens out.
  const types = ['at+jwt', 'jwt'];
  return async () => ({ algorithms: ['ES256', 'ES384', 'PS256', 'RS256', 'EdDSA'], types, ...(await provider()) });
}

/** Keys come from the issuer alone: `jwk`, `jku` and `x5u` of a token are never looked at (quality TK-1). */
async function verify(token: string, { algorithms, types, issuer, findKey }: Rules): Promise<TokenClaims> {
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      async (header) => {
        const key = await findKey(header);
        if (!key) throw new ApiProblem('E-TOKEN-INVALID');
        return key;
      },
      {
        algorithms,
        issuer,
        audience: apiAudience,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'iat', 'sub'],
      },
    );
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '');
    if (type === undefined || !types.includes(type)) throw new ApiProblem('E-TOKEN-INVALID');
    if (typeof payload.sub !== 'string' || payload.sub === '' || typeof payload.exp !== 'number') {
      throw new ApiProblem('E-TOKEN-INVALID');
    }
    return { ...payload, sub: payload.sub, exp: payload.exp };
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) throw new ApiProblem('E-TOKEN-REVOKED', { cause });
    if (cause instanceof errors.JOSEError) throw new ApiProblem('E-TOKEN-INVALID', { cause });
    // WebCrypto and TextDecoder refuse some malformed input with errors of their own.
    if (cause instanceof TypeError || cause instanceof SyntaxError || cause instanceof DOMException) {
      throw new ApiProblem('E-TOKEN-INVALID', { cause });
    }
    throw cause;
  }
}

/** Base64url has spare bits at the end of a part; a token that differs only there would be a second text for one token. */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}
