import { defineCommand } from '../../command.ts';
import { showPages } from '../../output/listing.ts';

interface Options {
  readonly search?: string;
}

export const brandsList = defineCommand<Options>({
  name: 'list',
  summary: 'List brands',
  options: [{ flags: '--search <text>', summary: 'only brands whose name holds it', group: 'Selection' }],
  takes: ['rows'],
  fields: {
    all: ['id', 'name', 'appUrl', 'primaryColor', 'supportEmail', 'identityProvider.connectionName'],
    table: ['id', 'name', 'appUrl', 'identityProvider.connectionName'],
  },
  calls: ['brands.list'],
  examples: ['carepost brands list', 'carepost brands list --output csv --fields id,name'],
  async run(context, { search }) {
    const client = await context.client();
    await showPages(context, {
      serverSort: 'name',
      pageSize: 100,
      pageNumber: 1,
      load: (page) =>
        client.brands.list(
          { query: { ...page, ...(search === undefined ? {} : { search }) } },
          { signal: context.signal },
        ),
    });
  },
});
