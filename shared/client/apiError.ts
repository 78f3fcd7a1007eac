import { type ErrorCode, errorCatalogue } from '../contract/errors.ts';

/** Codes of failures without a response of the contract. */
export const callerCatalogue = {
  'E-NETWORK': { message: 'The server cannot be reached.', hint: 'Check the address and the network, then try again.' },
  'E-TIMEOUT': { message: 'The server did not respond in time.', hint: 'Try again.' },
  'E-UNKNOWN-OUTCOME': {
    message: 'The request was sent, but no response arrived: the change may or may not have been made.',
    hint: 'Load the record and check it before you send the request again.',
  },
  'E-CANCELED': { message: 'The request was canceled.', hint: 'Nothing to do.' },
  'E-ANSWER': {
    message: 'The response of the server is not part of the contract.',
    hint: 'Check the address of the server.',
  },
} as const;
export type CallerCode = keyof typeof callerCatalogue;
export type ApiErrorCode = ErrorCode | CallerCode;

const entryOf = (code: ApiErrorCode): { message: string; hint: string } =>
  code in callerCatalogue ? callerCatalogue[code as CallerCode] : errorCatalogue[code as ErrorCode];

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorCatalogue, code);

/** `organization.Address.City` and `Address.City` both name the field `address.city`. */
const fieldPath = (key: string) =>
  key
    .replace(/^organization\./i, '')
    .split('.')
    .map((segment) => segment.charAt(0).toLowerCase() + segment.slice(1))
    .join('.');

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((text): text is string => typeof text === 'string' && text !== '');

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** A refused or failed call. Contains no token, request or header, so it can be shown and logged. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly hint: string;
  readonly modelState: Readonly<Record<string, readonly string[]>>;
  /** All texts of the response: modelState values, message, Detail.Message (spec 2 section 8). */
  readonly messages: readonly string[];
  readonly correlationId: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** True where the connection was never made, so nothing can have been carried out. */
  readonly neverSent: boolean;
  /** The form of react-admin: one text for each field. */
  readonly body: { readonly errors: Readonly<Record<string, string>> };

  constructor(details: {
    status: number;
    code: ApiErrorCode;
    message?: string | undefined;
    modelState?: Record<string, string[]>;
    messages?: string[];
    correlationId?: string | undefined;
    retryAfterMs?: number | undefined;
    neverSent?: boolean;
  }) {
    const entry = entryOf(details.code);
    const message = details.message ?? details.messages?.[0] ?? entry.message;
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.hint = entry.hint;
    this.modelState = details.modelState ?? {};
    this.messages = details.messages?.length ? details.messages : [message];
    this.correlationId = details.correlationId;
    this.retryAfterMs = details.retryAfterMs;
    this.neverSent = details.neverSent ?? false;
    this.body = {
      errors: Object.fromEntries(Object.entries(this.modelState).map(([field, all]) => [field, all.join(' ')])),
    };
  }
}

/** Codes for servers that send the contract's statuses but not its codes. */
const codeForStatus = (status: number): ApiErrorCode => {
  const byStatus: Record<number, ErrorCode> = {
    400: 'E-REQUEST-INVALID',
    401: 'E-TOKEN-INVALID',
    403: 'E-FORBIDDEN',
    404: 'E-NOT-FOUND',
    405: 'E-METHOD-NOT-ALLOWED',
    408: 'E-REQUEST-TIMEOUT',
    409: 'E-VERSION-CONFLICT',
    412: 'E-PRECONDITION-FAILED',
    413: 'E-BODY-TOO-LARGE',
    414: 'E-URL-TOO-LONG',
    415: 'E-MEDIA-TYPE',
    422: 'E-REQUEST-INVALID',
    429: 'E-RATE-LIMITED',
    431: 'E-HEADERS-TOO-LARGE',
    503: 'E-UNAVAILABLE',
  };
  return byStatus[status] ?? (status >= 500 ? 'E-INTERNAL' : 'E-ANSWER');
};

/** Reads the body of a refused call, ours or that of another server behind the contract. */
export const errorFromResponse = (response: {
  status: number;
  data: unknown;
  retryAfterMs?: number | undefined;
  correlationId?: string | undefined;
}): ApiError => {
  const body = record(response.data);
  const detail = record(body['Detail']);
  const modelState: Record<string, string[]> = {};
  for (const [key, value] of Object.entries(record(body['modelState'] ?? body['ModelState']))) {
    const all = texts(value);
    if (all.length > 0) modelState[fieldPath(key)] = all;
  }
  const message = texts(body['message'] ?? body['Message'])[0];
  const messages = [...new Set([...Object.values(modelState).flat(), ...texts(message), ...texts(detail['Message'])])];
  return new ApiError({
    status: response.status,
    code: isErrorCode(body['code']) ? body['code'] : codeForStatus(response.status),
    message,
    modelState,
    messages,
    correlationId: texts(body['correlationId'])[0] ?? response.correlationId,
    retryAfterMs: response.retryAfterMs,
  });
};
