import type { Context } from '../command.ts';
import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { nameSpellings, normaliseName } from '../../shared/rules/visibleText.ts';
import { CliError } from '../errors.ts';
import type { Row } from '../output/fields.ts';
import { checkedId, hasIdForm, ItemNotFound, listHint, type RecordKind } from './recordErrors.ts';

type Named = NonNullable<RecordKind['named']>;

const pageSize = 1000;
/** Suggestions come from records that match the first letters of a mistyped name. */
const prefixLength = 3;
const maxMatches = 5;

interface PageQuery {
  readonly search: string;
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly sortDir: 'asc';
}

/** Records whose names are looked up in a list with pages and a search. */
export const namedInList = (
  list: (client: Client, query: PageQuery, options: CallOptions) => Promise<{ readonly items: readonly Row[] }>,
): Named => ({
  by: 'name',
  async search(client, search, options) {
    const all: { id: string; name: string }[] = [];
    for (let pageNumber = 1; ; pageNumber += 1) {
      const { items } = await list(client, { search, pageNumber, pageSize, sortDir: 'asc' }, options);
      all.push(...items.map(({ id, name }) => ({ id: String(id), name: String(name) })));
      if (items.length < pageSize) return all;
    }
  },
});

const nameKey = (name: string): string => normaliseName(name).toLowerCase();

/** The id of the record with exactly this name in any letter case; undefined where there is none, an error where there are several. */
const idOfName = async (
  context: Context,
  kind: RecordKind,
  named: Named,
  name: string,
): Promise<string | undefined> => {
  const client = await context.client();
  const byId = new Map<string, { readonly id: string; readonly name: string }>();
  for (const spelling of nameSpellings(name)) {
    const records = await named.search(client, spelling, { signal: context.signal, fresh: true });
    for (const record of records) if (nameKey(record.name) === nameKey(name)) byId.set(record.id, record);
  }
  const sameLetters = [...byId.values()];
  const exact = sameLetters.filter((record) => normaliseName(record.name) === normaliseName(name));
  const matches = exact.length > 0 ? exact : sameLetters;
  if (matches.length > 1)
    throw new CliError('E-NAME-AMBIGUOUS', `${matches.length} records have the ${named.by} "${name}".`, {
      hint: `Name the ${kind.name} by its id.`,
      details: matches.slice(0, maxMatches).map(({ id }) => id),
    });
  return matches[0]?.id;
};

/** The id of the record whose name has the form of an id; for texts that are the id of no record. */
export const idOfNameLikeId = async (context: Context, kind: RecordKind, text: string): Promise<string | undefined> =>
  kind.named === undefined || !hasIdForm(kind, text) ? undefined : idOfName(context, kind, kind.named, text);

/**
 * The id of the record that a text means: the text itself where it has the form of an id, else the record with exactly this name in any letter
 * case. `argument` is how errors call it.
 */
export const recordId = async (
  context: Context,
  kind: RecordKind,
  text: string,
  argument?: string,
): Promise<string> => {
  const { named } = kind;
  if (named === undefined || hasIdForm(kind, text)) return checkedId(kind, text, argument);
  const name = text.trim();
  const id = await idOfName(context, kind, named, name);
  if (id !== undefined) return id;
  const options = { signal: context.signal, fresh: true };
  const known = (await named.search(await context.client(), name.slice(0, prefixLength), options)).map(
    (record) => record.name,
  );
  const message = `No ${kind.name} has the ${named.by} or id "${name}".${didYouMean(name, known)}`;
  throw new ItemNotFound('E-NOT-FOUND', message, { hint: listHint(kind) });
};

/** The arguments with an id in the place of each name. A first argument `-` stands for ids on standard input. */
export const recordIds = async (context: Context, args: readonly string[]): Promise<readonly string[]> => {
  const ids = [...args];
  for (const [index, { name, record }] of (context.command.arguments ?? []).entries()) {
    const text = args[index];
    if (record === undefined || text === undefined || (index === 0 && text === '-')) continue;
    ids[index] = await recordId(context, record, text, name);
  }
  return ids;
};

/** The arguments after the server knew no record with one of the ids: a name with the form of an id is replaced. Undefined where there is none. */
export const namesLikeIds = async (
  context: Context,
  args: readonly string[],
): Promise<readonly string[] | undefined> => {
  const ids = await Promise.all(
    args.map(async (text, index) => {
      const kind = context.command.arguments?.[index]?.record;
      return kind === undefined ? undefined : idOfNameLikeId(context, kind, text);
    }),
  );
  return ids.every((id) => id === undefined) ? undefined : args.map((text, index) => ids[index] ?? text);
};
