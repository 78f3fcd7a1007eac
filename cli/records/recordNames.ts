import type { Context } from '../command.ts';
import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
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
  const client = await context.client();
  const options = { signal: context.signal, fresh: true };
  const name = text.trim();
  const sameLetters = (await named.search(client, name, options)).filter(
    (record) => record.name.toLowerCase() === name.toLowerCase(),
  );
  const exact = sameLetters.filter((record) => record.name === name);
  const [only, ...others] = exact.length > 0 ? exact : sameLetters;
  if (only !== undefined && others.length === 0) return only.id;
  if (only !== undefined)
    throw new CliError('E-NAME-AMBIGUOUS', `${others.length + 1} records have the ${named.by} "${name}".`, {
      hint: `Name the ${kind.name} by its id.`,
      details: [only, ...others].slice(0, maxMatches).map(({ id }) => id),
    });
  const known = (await named.search(client, name.slice(0, prefixLength), options)).map((record) => record.name);
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
