import type { Context, RecordKind } from '../command.ts';
import { ApiError } from '../../shared/client/apiError.ts';
import { isOid, oidText, plainOid } from '../../shared/rules/carequality.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { CliError, toCliError } from '../errors.ts';

export type { RecordKind };

/** The UUIDs that the contract accepts (shared/contract/ids.ts). */
const idForm =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}(-0{4}){3}-0{12}|f{8}(-f{4}){3}-f{12})$/i;

/** Whether a text has the form of the platform's ids. */
export const isId = (text: string): boolean => idForm.test(text);

const isNumber = (text: string): boolean => /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text));

/** What identifies records: how errors call it, its form, and the form in words. */
const identifiers = {
  id: { called: 'id', test: isId, form: 'An id has the form 018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55.' },
  number: { called: 'number', test: isNumber, form: 'It is a whole number.' },
  OID: { called: 'OID', test: (text: string) => isOid(plainOid(text)), form: oidText },
  text: { called: 'id', test: () => true, form: '' },
} as const;

const identifierOf = ({ ids }: RecordKind) => identifiers[ids ?? 'id'];

/** Whether a text can identify a record of the kind. */
export const hasIdForm = (kind: RecordKind, text: string): boolean => identifierOf(kind).test(text);

/** `an organization`, `a user`. */
export const withArticle = (name: string): string => `${/^(?!user)[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
export const listHint = ({ list }: RecordKind): string =>
  list === undefined ? 'Check the id.' : `Run: carepost ${list}`;

export const notFound = (message: string, hint: string, correlationId?: string): CliError =>
  new CliError('E-NOT-FOUND', message, { hint, correlationId });

const recordNotFound = (kind: RecordKind, id: string, correlationId?: string): CliError =>
  notFound(`No ${kind.name} has the ${identifierOf(kind).called} ${id}.`, listHint(kind), correlationId);

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
    if (error instanceof ApiError && error.status === 400 && !hasIdForm(kind, id)) throw new WrongId(kind, id, error);
    throw error;
  }
};

/** A text that cannot identify a record of the kind; `argument` names what has it on the command line. */
export class WrongId extends CliError {
  readonly kind: RecordKind;
  readonly text: string;

  constructor(
    kind: RecordKind,
    text: string,
    {
      argument,
      correlationId,
    }: { readonly argument?: string | undefined; readonly correlationId?: string | undefined },
  ) {
    const { called, form } = identifierOf(kind);
    const label = argument === undefined ? '' : `${argument}: `;
    super('E-USAGE', `${label}"${text}" is not the ${called} of ${withArticle(kind.name)}. ${form}`, {
      hint: listHint(kind),
      correlationId,
    });
    this.kind = kind;
    this.text = text;
  }
}

/** The id that a flag or an argument has; a text of another form is an error that names it. */
export const checkedId = (kind: RecordKind, text: string, argument?: string): string => {
  if (hasIdForm(kind, text)) return text;
  throw new WrongId(kind, text, { argument });
};

const aboutIds = (error: CliError, thrown: unknown): boolean =>
  thrown instanceof ApiError
    ? Object.values(thrown.modelState).flat().includes('must be an id')
    : error.code.startsWith('E-CELL-');

/**
 * The error of a command in terms of the ids on its command line: the server and the bulk engine report only that a record is missing or an id
 * has the wrong form. Commands look up the earlier of several records themselves, so a missing one is the last.
 */
export const withRecordIds = (context: Context, thrown: unknown): unknown => {
  if (thrown instanceof ItemNotFound || !(thrown instanceof ApiError || thrown instanceof CliError)) return thrown;
  const error = toCliError(thrown);
  const named = (context.command.arguments ?? []).flatMap(({ name, record }, index) => {
    const id = context.args[index];
    return record === undefined || id === undefined ? [] : [{ kind: record, id, argument: name }];
  });
  const isGeneric = thrown instanceof ApiError || (named.length === 1 && context.command.fileAction !== undefined);
  const last = named.at(-1);
  if (last === undefined || !isGeneric) return thrown;
  if (error.exit === 'not-found' && error.code === 'E-NOT-FOUND')
    return recordNotFound(last.kind, last.id, error.correlationId);
  const malformed = named.find(({ kind, id }) => !hasIdForm(kind, id));
  if (error.exit !== 'invalid' || malformed === undefined || !aboutIds(error, thrown)) return thrown;
  const { kind, id, argument } = malformed;
  return new WrongId(kind, id, { argument, correlationId: error.correlationId });
};
