/** Who the identity provider says the person is. */
export interface ProofedPerson {
  readonly firstName: string;
  readonly lastName: string;
  /** `1980-05-17`. */
  readonly dateOfBirth: string;
}

export type ProofingResult =
  | { readonly isVerified: true; readonly person: ProofedPerson }
  | { readonly isVerified: false };

/** Secrets of one verification, which bind the result to it. */
export interface VerificationSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The identity provider. Every call ends within the time of `signal` and rejects with ProofingFailure. */
export interface Proofing {
  /** The page of the provider where the person is verified. */
  authUrl(secrets: VerificationSecrets, signal: AbortSignal): Promise<string>;
  /** Exchanges the returned code for the signed result and checks it. */
  result(code: string, secrets: Omit<VerificationSecrets, 'state'>, signal: AbortSignal): Promise<ProofingResult>;
}

/** Why a call failed: the provider could not be reached, or what it returned is not a genuine result of this verification. */
export class ProofingFailure extends Error {
  override readonly name = 'ProofingFailure';
  readonly isUnavailable: boolean;

  constructor(message: string, { isUnavailable = false, cause }: { isUnavailable?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isUnavailable = isUnavailable;
  }
}
