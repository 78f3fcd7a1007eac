import { BulkError } from '../../shared/bulk/problems.ts';
import { ApiError } from '../../shared/client/apiError.ts';

/** An error as plain data: structured cloning would reduce our classes to Error. */
export interface TransferredError {
  readonly name: string;
  readonly message: string;
  readonly details?: object;
}

export const packError = (error: unknown): TransferredError => {
  if (!(error instanceof Error || error instanceof DOMException)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  if (error instanceof ApiError) {
    const { status, code, modelState, messages, correlationId, retryAfterMs, neverSent } = error;
    return {
      name,
      message,
      details: { status, code, modelState, messages, correlationId, retryAfterMs, neverSent },
    };
  }
  if (error instanceof BulkError) return { name, message, details: { code: error.code, hint: error.hint } };
  return { name, message };
};

export const unpackError = ({ name, message, details }: TransferredError): Error => {
  if (name === 'ApiError') {
    return new ApiError({ ...(details as ConstructorParameters<typeof ApiError>[0]), message });
  }
  if (name === 'BulkError') {
    const { code, hint } = details as Pick<BulkError, 'code' | 'hint'>;
    return new BulkError(code, message, hint);
  }
  return name === 'AbortError' ? new DOMException(message, name) : Object.assign(new Error(message), { name });
};
