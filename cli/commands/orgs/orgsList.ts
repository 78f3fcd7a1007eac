import { defineCommand } from '../../command.ts';
import { showPages } from '../../output/listing.ts';
import { wholeNumber } from '../../tree/flags.ts';
import { filterFlags, filterQuery, type ListFilters } from './orgsListFilters.ts';

interface Options extends ListFilters {
  readonly search?: string;
  readonly cancelling?: boolean;
  readonly pageSize?: string;
  readonly page?: number;
}

export const orgsList = defineCommand<Options>({
  name: 'list',
  aliases: ['ls'],
  summary: 'List organizations by name, a page at a time or all',
  options: [
    { flags: '--search <text>', summary: 'only organizations the search box would find', group: 'Selection' },
    ...filterFlags,
    { flags: '--cancelling', summary: 'only canceled or canceling organizations', group: 'Selection' },
    {
      flags: '--page-size <number>',
      summary: '10, 25, 50 or 100 (10)',
      group: 'Selection',
      choices: ['10', '25', '50', '100'],
    },
    { flags: '--page <number>', summary: 'which page (1)', group: 'Selection', parse: wholeNumber(1, 10_000_000) },
  ],
  takes: ['rows'],
  fields: {
    all: [
      'id',
      'orgId',
      'name',
      'networkName',
      'subDomain',
      'resellerName',
      'tierCode',
      'isActivated',
      'isEnabled',
      'loginType',
      'apiCapture',
      'isPendingCancellation',
    ],
    table: [
      'id',
      'name',
      'networkName',
      'subDomain',
      'resellerName',
      'tierCode',
      'isActivated',
      'isEnabled',
      'loginType',
    ],
  },
  lists: 'organizations',
  calls: ['organizations.list'],
  examples: [
    'carepost orgs list --search clinic',
    'carepost orgs list --cancelling --all --output csv --fields id,name,subDomain',
    "carepost orgs list --where 'isActivated=false' --where 'tierCode!=FREE' --limit 20",
    'carepost orgs list --not-activated --login-type SSO --all --output json',
  ],
  async run(context, options) {
    const { search, cancelling, pageSize = '10', page = 1 } = options;
    const filters = filterQuery(options);
    const client = await context.client();
    const query = {
      ...(search === undefined ? {} : { search }),
      ...(cancelling === true ? { cancelling: 'true' } : {}),
      ...filters,
    };
    await showPages(context, {
      serverSort: 'name',
      pageSize: Number(pageSize),
      pageNumber: page,
      load: (wanted) => client.organizations.list({ query: { ...query, ...wanted } }, { signal: context.signal }),
    });
  },
});
