import { type SearchKind, searchKinds, searchLimits, searchTextLimits } from '../../shared/rules/globalSearch.ts';
import { selectionFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { listCommand } from '../records/commandBuilders.ts';
import { wholeNumber } from '../tree/flags.ts';

const kindOf = (text: string): SearchKind => {
  const kind = searchKinds.find((one) => one.toLowerCase() === text.toLowerCase());
  if (kind === undefined) {
    throw new TypeError(`the kind must be one of ${searchKinds.join(', ').toLowerCase()}, not "${text}"`);
  }
  return kind;
};

export const command = listCommand({
  name: 'find',
  summary: 'Find organizations, users, networks, OIDs, addresses and messages by what is known of them',
  description: [
    'Names, subdomains, user names, numbers, ids, OIDs and addresses: exact matches first, then beginnings, then parts of names.',
    'Messages are found by their whole number. The web application opens the same search with Ctrl+K.',
    `At most ${searchLimits.max} results of each kind, also with --all and --export: the list of a resource has all of its records.`,
  ].join('\n'),
  arguments: [
    {
      name: '<text...>',
      summary: `${searchTextLimits.min} to ${searchTextLimits.max} characters; several words are one text`,
    },
  ],
  options: [
    selectionFlag('--kind <kind>', `only results of this kind, repeatable: ${searchKinds.join(', ').toLowerCase()}`, {
      many: true,
      parse: kindOf,
    }),
    selectionFlag(
      '--per-kind <number>',
      `most results of each kind, at most ${searchLimits.max} (10; the most with --all and --export)`,
      {
        parse: wholeNumber(1, searchLimits.max),
      },
    ),
  ],
  columns: ['kind', 'label', 'detail', 'match', 'id'],
  idField: 'id',
  calls: ['search.find'],
  examples: ['clinic', '"lakeside clinic" --kind organization', '2.16.840.1 --kind oid --output json'],
  async load({ context, client, read, args, options: { kind, perKind } }) {
    const text = args.join(' ').trim();
    const { min, max } = searchTextLimits;
    if (text.length < min || text.length > max) {
      throw new CliError('E-USAGE', `<text> must have ${min} to ${max} characters, not ${text.length}.`);
    }
    const { all = false, export: toFile } = context.output.rowOptions;
    const limit = perKind ?? (all || toFile ? searchLimits.max : 10);
    const body = { text, limit, ...(kind === undefined ? {} : { kinds: [...new Set(kind)] }) };
    const { items, more } = await client.search.find({ body }, read);
    if (more.length === 0) return { items };
    const leftOut = `There are more matches of: ${more.map((one) => one.toLowerCase()).join(', ')}.`;
    const wayOut =
      limit < searchLimits.max
        ? 'A longer text or --per-kind shows them; the lists of a resource have all.'
        : `${searchLimits.max} of each kind are the most; a longer text, or the list of a resource, shows the others.`;
    context.terminal.note(`${leftOut} ${wayOut}`);
    return { items, leftOut };
  },
});
