import { defineCommand } from '../../command.ts';
import { showPages } from '../../output/listing.ts';
import { pageFlags } from '../../records/listRecords.ts';
import { addressArgument, addressFields, oneAddress, typeFlag } from './addressFields.ts';

interface Options {
  readonly org?: string;
  readonly type?: string;
  readonly search?: string;
  readonly pageSize?: number;
  readonly page?: number;
}

export const addressesList = defineCommand<Options>({
  name: 'list',
  aliases: ['ls'],
  summary: 'List direct addresses and fax numbers, by address',
  options: [
    { flags: '--org <id>', summary: 'only those of this organization', group: 'Selection' },
    typeFlag,
    ...pageFlags,
  ],
  takes: ['rows'],
  fields: addressFields,
  calls: ['documentsources.list'],
  examples: ['carepost addresses list', 'carepost addresses list --type Fax --all --output csv'],
  async run(context, { org, type, search, pageSize = 25, page = 1 }) {
    const client = await context.client();
    const query = {
      ...(org === undefined ? {} : { organizationId: org }),
      ...(type === undefined ? {} : { type }),
      ...(search === undefined ? {} : { search }),
    };
    await showPages(context, {
      serverSort: 'address',
      pageSize,
      pageNumber: page,
      load: (wanted) => client.documentsources.list({ query: { ...query, ...wanted } }, { signal: context.signal }),
    });
  },
});

export const addressesGet = defineCommand({
  name: 'get',
  summary: 'Show one direct address or fax number',
  arguments: [addressArgument],
  takes: ['record'],
  fields: oneAddress,
  calls: ['documentsources.get'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost addresses get <id>', 'carepost addresses get <id> --output json --fields address,status'],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    await context.output.record(await client.documentsources.get({ params: { id } }, { signal: context.signal }));
  },
});

interface ExistsOptions {
  readonly exitCode?: boolean;
}

export const addressesExists = defineCommand<ExistsOptions>({
  name: 'exists',
  summary: 'Tell whether a direct address or fax number is in use',
  arguments: [{ name: '<address>', summary: 'direct address, or fax number as it is written' }],
  options: [{ flags: '--exit-code', summary: 'end with 7 when it is in use', group: 'Output' }],
  takes: ['record'],
  fields: { all: ['address', 'exists'], table: ['address', 'exists'] },
  calls: ['documentsources.exists'],
  exits: ['invalid'],
  examples: [
    'carepost addresses exists records@lakeside.direct.carepost.example',
    'carepost addresses exists 603-555-0100 -o json',
  ],
  async run(context, { exitCode }, [address = '']) {
    const client = await context.client();
    const exists = await client.documentsources.exists({ query: { val: address } }, { signal: context.signal });
    await context.output.record({ address, exists });
    return exitCode === true && exists ? { exit: 'invalid', message: `${address} is in use` } : undefined;
  },
});
