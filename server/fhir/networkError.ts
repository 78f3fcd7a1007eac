import { FhirFailure } from './directory.ts';

/** Codes of certificates that do not hold, and of servers that speak no TLS. */
const certificateCode = /CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO_/;
const blockedText = /is not allowed\. Because/;

interface Moment {
  /** The head of the answer had arrived. */
  readonly hasBegun: boolean;
  /** Time was up, or the caller had gone away. */
  readonly isGivenUp: boolean;
}

/** What went wrong on the wire, for a person. */
export function explainNetworkError(error: unknown, { hasBegun, isGivenUp }: Moment): FhirFailure {
  if (error instanceof FhirFailure) return error;
  if (isGivenUp) {
    return hasBegun
      ? new FhirFailure('The directory took too long to answer.', { cause: error })
      : new FhirFailure('The directory did not answer in time.', { isOutage: true, cause: error });
  }
  const { message, code } = factsOf(error);
  if (blockedText.test(message))
    return new FhirFailure('The address of the directory lies in a private network, which is not allowed.', {
      cause: error,
    });
  if (certificateCode.test(code))
    return new FhirFailure(`The certificate of the directory cannot be trusted (${code}).`, { cause: error });
  if (code.startsWith('Z_')) return new FhirFailure('The answer of the directory is packed wrongly.', { cause: error });
  if (code.startsWith('HPE_'))
    return new FhirFailure('The answer of the directory is not proper HTTP.', { cause: error });
  return hasBegun
    ? new FhirFailure('The directory broke off its answer.', { cause: error })
    : new FhirFailure(`The directory cannot be reached${code === '' ? '' : ` (${code})`}.`, {
        isOutage: true,
        cause: error,
      });
}

function factsOf(error: unknown): { message: string; code: string } {
  if (!(error instanceof Error)) return { message: String(error), code: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { message: error.message, code };
}
