import { HttpError } from 'react-admin';
import { ApiError } from '../../shared/client/apiError.ts';

/** What pages read from `error.body` of a failed call; `errors` is what react-admin's forms put at their fields. */
export interface FailureBody {
  readonly errors: Readonly<Record<string, string>>;
  readonly code: ApiError['code'];
  readonly messages: readonly string[];
  readonly modelState: ApiError['modelState'];
  readonly hint: string;
  readonly correlationId: string | undefined;
}

/** A failure of the client in the form react-admin knows: HttpError with field errors, AbortError for a canceled call. */
export const toHttpError = (thrown: unknown): Error => {
  if (!(thrown instanceof ApiError)) return thrown instanceof Error ? thrown : new Error(String(thrown));
  if (thrown.code === 'E-CANCELED') return new DOMException(thrown.message, 'AbortError');
  const { code, messages, modelState, hint, correlationId } = thrown;
  const body: FailureBody = { errors: thrown.body.errors, code, messages, modelState, hint, correlationId };
  return new HttpError(thrown.message, thrown.status, body);
};

/** Runs a call of the client and gives its failure react-admin's form. */
export const asHttp = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (thrown) {
    throw toHttpError(thrown);
  }
};
