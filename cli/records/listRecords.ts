import { type Command, defineCommand } from '../command.ts';
import { showPages } from '../output/listing.ts';
import { wholeNumber } from '../tree/flags.ts';
import type { Resource } from './resource.ts';

interface Options {
  readonly search?: string;
  readonly pageSize?: number;
  readonly page?: number;
}

/** The flags of lists that come in pages. */
export const pageFlags = [
  { flags: '--search <text>', summary: 'only those whose name holds it', group: 'Selection' },
  { flags: '--page-size <number>', summary: 'rows on a page (25)', group: 'Selection', parse: wholeNumber(1, 5000) },
  { flags: '--page <number>', summary: 'which page (1)', group: 'Selection', parse: wholeNumber(1, 10_000_000) },
] as const;

export const listRecords = (resource: Resource): Command =>
  defineCommand<Options>({
    name: 'list',
    aliases: ['ls'],
    summary: `List ${resource.noun}`,
    options: pageFlags,
    takes: ['rows'],
    fields: resource.listFields,
    calls: [resource.calls.list],
    examples: [`carepost ${resource.noun} list`, `carepost ${resource.noun} list --all --output csv`],
    async run(context, { search, pageSize = 25, page = 1 }) {
      const client = await context.client();
      await showPages(context, {
        serverSort: 'name',
        pageSize,
        pageNumber: page,
        load: (wanted) =>
          resource.page(client, { ...wanted, ...(search === undefined ? {} : { search }) }, { signal: context.signal }),
      });
    },
  });
