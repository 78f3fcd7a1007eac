import { type TransferHandler, transferHandlers } from 'comlink';
import { BulkError } from '../../shared/bulk/problems.ts';
import { ApiError } from '../../shared/client/apiError.ts';

/** An error as plain data: structured cloning would reduce our classes to Error. */
interface TransferredError {
  readonly name: string;
  readonly message: string;
  readonly details: object;
}

const packError = (error: unknown): TransferredError => {
  if (!(error instanceof Error || error instanceof DOMException)) {
    return { name: 'Error', message: String(error), details: {} };
  }
  const isOurs = error instanceof ApiError || error instanceof BulkError;
  return { name: error.name, message: error.message, details: isOurs ? Object.fromEntries(Object.entries(error)) : {} };
};

const unpackError = ({ name, message, details }: TransferredError): Error => {
  if (name === 'ApiError') {
    return new ApiError({ ...(details as ConstructorParameters<typeof ApiError>[0]), message });
  }
  if (name === 'BulkError') {
    const { code, hint } = details as Pick<BulkError, 'code' | 'hint'>;
    return new BulkError(code, message, hint);
  }
  return name === 'AbortError' ? new DOMException(message, name) : Object.assign(new Error(message), { name });
};

/** comlink transfers errors as Error. With these handlers page and worker get the error classes of the engine and the client. */
export const registerErrorHandlers = (): void => {
  const error: TransferHandler<unknown, TransferredError> = {
    canHandle: (value): value is unknown => value instanceof Error || value instanceof DOMException,
    serialize: (value) => [packError(value), []],
    deserialize: unpackError,
  };
  transferHandlers.set('error', error);
  // The handler of comlink for errors that a method throws, with another serialization.
  const thrown = transferHandlers.get('throw');
  const ours: TransferHandler<{ value: unknown }, TransferredError> = {
    canHandle: (value): value is { value: unknown } => thrown?.canHandle(value) ?? false,
    serialize: ({ value }) => [packError(value), []],
    deserialize(value) {
      throw unpackError(value);
    },
  };
  transferHandlers.set('throw', ours);
};
