import { defineCommand } from '../../command.ts';
import { showPages } from '../../output/listing.ts';
import { wholeNumber } from '../../tree/flags.ts';
import { filterOptions, gridFilters, rowFields, rowOf, type WorkflowFilters } from './workflowFields.ts';

interface Options extends WorkflowFilters {
  readonly pageSize?: string;
  readonly page?: number;
}

export const workflowsList = defineCommand<Options>({
  name: 'list',
  aliases: ['ls', 'search'],
  summary: 'List workflows, newest first: what ran, how it ended, where it failed',
  options: [
    ...filterOptions,
    {
      flags: '--page-size <number>',
      summary: '10, 20, 50 or 100 (20)',
      group: 'Selection',
      choices: ['10', '20', '50', '100'],
    },
    { flags: '--page <number>', summary: 'which page (1)', group: 'Selection', parse: wholeNumber(1, 10_000_000) },
  ],
  takes: ['rows'],
  fields: rowFields,
  calls: ['diagnostics.search'],
  examples: [
    'carepost workflows list --status Failed --since 1d',
    'carepost workflows search --channel Direct --direction Outbound --step ResolveRoutes --output json',
    "carepost workflows list --type ProcessWorkflow --where 'duration>1000' --limit 20 --output csv",
  ],
  async run(context, options) {
    const { pageSize = '20', page = 1 } = options;
    const filtering = gridFilters(context, options);
    const isTable = context.output.format === 'table';
    const client = await context.client();
    await showPages(context, {
      serverSort: 'createdTime',
      newestFirst: true,
      pageSize: Number(pageSize),
      pageNumber: page,
      mostPerPage: 100,
      async load({ pageNumber, pageSize: size, sortDir }) {
        const body = {
          paging: { pageNumber, pageSize: size },
          sorting: [{ field: 'createdTime', dir: sortDir } as const],
          ...(filtering.length === 0 ? {} : { filtering }),
        };
        const found = await client.diagnostics.search({ body }, { signal: context.signal });
        return {
          items: found.messageHealthDataValues.map((row) => rowOf(row, isTable)),
          totalCount: found.messageHealthDataValuesCount,
        };
      },
    });
  },
});
