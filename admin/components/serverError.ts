import { HttpError } from 'react-admin';
import { wordsOf } from './fieldPaths.ts';

/** A refused call as the data provider throws it: react-admin's HttpError, whose body has the response of the server. */
interface RefusedCall {
  readonly message: string;
  readonly status?: number;
  readonly body?: {
    readonly code?: string;
    readonly errors?: Readonly<Record<string, string>>;
    readonly messages?: readonly string[];
    readonly correlationId?: string;
  } | null;
}

const refusedCall = (error: unknown): RefusedCall =>
  error instanceof Error ? error : { message: typeof error === 'string' ? error : '' };

export const statusOf = (error: unknown): number => refusedCall(error).status ?? 0;

export const codeOf = (error: unknown): string | undefined => refusedCall(error).body?.code;

export const correlationOf = (error: unknown): string | undefined => refusedCall(error).body?.correlationId;

const unanswered: ReadonlySet<unknown> = new Set(['E-NETWORK', 'E-TIMEOUT', 'E-UNKNOWN-OUTCOME']);

/** Whether no response of the server arrived; what was sent may have been carried out. */
export const isUnanswered = (error: unknown): boolean =>
  unanswered.has(codeOf(error)) || statusOf(error) === 502 || statusOf(error) === 504;

/** Texts by field path, as react-hook-form takes them. */
export const fieldErrorsOf = (error: unknown): Readonly<Record<string, string>> =>
  refusedCall(error).body?.errors ?? {};

/** `userDetails.firstName` as "First name". */
export const subjectOf = (path: string): string => wordsOf(path.split('.').findLast((part) => /\D/.test(part)) ?? path);

/** Label of the input of a field. */
type LabelOf = (path: string) => string;

/** Beside its input the text of a field may continue its label; alone it needs a subject. */
export const withSubject = ([path, text]: readonly [string, string], labelOf: LabelOf = subjectOf): string =>
  /^[a-z]/.test(text) ? `${labelOf(path)} ${text}` : text;

/** Every text of the server, those of the model state first, each once (spec 1 section 8). A form knows the labels of its inputs. */
export const serverMessages = (error: unknown, labelOf?: LabelOf): string[] => {
  const { body, message } = refusedCall(error);
  const fieldTexts = Object.entries(body?.errors ?? {})
    .filter(([, text]) => typeof text === 'string')
    .map((one) => withSubject(one, labelOf));
  const texts = fieldTexts.length > 0 ? fieldTexts : (body?.messages ?? [message]);
  return [...new Set(texts.filter((text) => text.trim() !== ''))];
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
