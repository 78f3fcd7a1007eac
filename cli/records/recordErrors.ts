import type { Context, ArgumentSpec } from '../command.ts';
import { ApiError } from '../../shared/client/apiError.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { CliError, toCliError } from '../errors.ts';

export type RecordKind = NonNullable<ArgumentSpec['record']>;

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const exampleId = '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55';

/** Whether a text has the form of the platform's ids. */
export const isId = (text: string): boolean => idForm.test(text);

/** `an organization`, `a user`. */
export const withArticle = (name: string): string => `${/^(?!user)[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
export const listHint = ({ list }: RecordKind): string =>
  list === undefined ? 'Check the id.' : `Run: carepost ${list}`;

export const notFound = (message: string, hint: string, correlationId?: string): CliError =>
  new CliError('E-NOT-FOUND', message, { hint, correlationId });

const recordNotFound = (kind: RecordKind, id: string, correlationId?: string): CliError =>
  notFound(`No ${kind.name} has the id ${id}.`, listHint(kind), correlationId);

/**
 * The item that an argument names by one of the fields, of which the first is for suggestions. An unknown one is an error: `The
 * organization has no OID "1.2.3".`
 */
export const itemNamed = <T extends object>(
  items: readonly T[],
  text: string,
  fields: readonly [name: keyof T, ...others: (keyof T)[]],
  { owner, one, list }: { readonly owner: string; readonly one: string; readonly list: string },
): T => {
  const match = items.find((item) => fields.some((field) => item[field] === text));
  if (match !== undefined) return match;
  const known = items.map((item) => String(item[fields[0]]));
  throw new ItemNotFound('E-NOT-FOUND', `The ${owner} has no ${one} "${text}".${didYouMean(text, known)}`, {
    hint: `Run: carepost ${list}`,
  });
};

/** Names what is missing already, so it is not explained by the record of the command. */
export class ItemNotFound extends CliError {}

/** Loads a record that a command needs besides the one it is about; an unknown id is an error that names it. */
export const loadRecord = async <T>(kind: RecordKind, id: string, load: Promise<T>): Promise<T> => {
  try {
    return await load;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw recordNotFound(kind, id, error.correlationId);
    if (error instanceof ApiError && error.status === 400 && !isId(id)) throw wrongForm(kind, id, toCliError(error));
    throw error;
  }
};

const wrongForm = (kind: RecordKind, id: string, error: CliError, details: readonly string[] = []): CliError =>
  new CliError('E-USAGE', `"${id}" is not the id of ${withArticle(kind.name)}. An id has the form ${exampleId}.`, {
    code: error.code,
    exit: error.exit,
    hint: listHint(kind),
    correlationId: error.correlationId,
    details,
  });

const aboutIds = (error: CliError, thrown: unknown): boolean =>
  thrown instanceof ApiError
    ? Object.values(thrown.modelState).flat().includes('must be an id')
    : error.code.startsWith('E-CELL-');

/**
 * The error of a command in terms of the ids on its command line: the server and the bulk engine report only that a record is missing or an id
 * has the wrong form. Commands look up the earlier of several records themselves, so a missing one is the last.
 */
export const withRecordIds = async (
  context: Context,
  thrown: unknown,
  suggestionsFor: (kind: RecordKind, text: string) => Promise<readonly string[]>,
): Promise<unknown> => {
  if (thrown instanceof ItemNotFound || !(thrown instanceof ApiError || thrown instanceof CliError)) return thrown;
  const error = toCliError(thrown);
  const named = (context.command.arguments ?? []).flatMap(({ record }, index) => {
    const id = context.args[index];
    return record === undefined || id === undefined ? [] : [{ kind: record, id }];
  });
  const isGeneric = thrown instanceof ApiError || (named.length === 1 && context.command.fileAction !== undefined);
  const last = named.at(-1);
  if (last === undefined || !isGeneric) return thrown;
  if (error.exit === 'not-found' && error.code === 'E-NOT-FOUND')
    return recordNotFound(last.kind, last.id, error.correlationId);
  const malformed = named.find(({ id }) => !isId(id));
  if (error.exit !== 'invalid' || malformed === undefined || !aboutIds(error, thrown)) return thrown;
  const { kind, id } = malformed;
  return wrongForm(kind, id, error, await suggestionsFor(kind, id));
};
