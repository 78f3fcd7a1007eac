import { HttpError } from 'react-admin';

/** A refused call as the data provider throws it: react-admin's HttpError, whose body carries what the server said. */
interface Refusal {
  readonly message: string;
  readonly status?: number;
  readonly body?: {
    readonly code?: string;
    readonly errors?: Readonly<Record<string, string>>;
    readonly messages?: readonly string[];
    readonly correlationId?: string;
  } | null;
}

const refusal = (error: unknown): Refusal =>
  error instanceof Error ? error : { message: typeof error === 'string' ? error : '' };

export const statusOf = (error: unknown): number => refusal(error).status ?? 0;

export const codeOf = (error: unknown): string | undefined => refusal(error).body?.code;

export const correlationOf = (error: unknown): string | undefined => refusal(error).body?.correlationId;

/** Texts by field path, as react-hook-form takes them. */
export const fieldErrorsOf = (error: unknown): Readonly<Record<string, string>> => refusal(error).body?.errors ?? {};

/** Every text the server gave, the model state's first, each once (spec 1 section 8). */
export const serverMessages = (error: unknown): string[] => {
  const { body, message } = refusal(error);
  const fieldTexts = Object.values(body?.errors ?? {}).filter((text) => typeof text === 'string');
  const words = fieldTexts.length > 0 ? fieldTexts : (body?.messages ?? [message]);
  return [...new Set(words.filter((text) => text.trim() !== ''))];
};

/** A text followed by the server's. */
export const failureText = (text: string, error: unknown): string => [text, ...serverMessages(error)].join(' ');

/**
 * The error of a record that could not be loaded, under the text `unknown` where there is none: the server refuses an id of
 * another shape (400) and does not find an unknown one (404), which is the same for the user.
 */
export const unknownRecord = (error: unknown, unknown: string): unknown =>
  statusOf(error) === 400 || statusOf(error) === 404
    ? new HttpError(unknown, 404, { correlationId: correlationOf(error) })
    : error;
