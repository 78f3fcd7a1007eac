import { defineCommand } from '../../command.ts';
import { showPages } from '../../output/listing.ts';
import { pageFlags } from '../../records/listRecords.ts';
import { eulaFields } from './eulaFields.ts';

interface Options {
  readonly search?: string;
  readonly brand?: string;
  readonly type?: string;
  readonly active?: boolean;
  readonly pageSize?: number;
  readonly page?: number;
}

export const eulasList = defineCommand<Options>({
  name: 'list',
  aliases: ['ls'],
  summary: 'List license agreements, newest first',
  options: [
    { flags: '--brand <name>', summary: 'only those of this brand', group: 'Selection' },
    { flags: '--type <type>', summary: 'only this kind of agreement', group: 'Selection' },
    { flags: '--active', summary: 'only active ones', group: 'Selection' },
    ...pageFlags,
  ],
  takes: ['rows'],
  fields: eulaFields,
  calls: ['eulas.list'],
  examples: ['carepost eulas list', 'carepost eulas list --active --output csv'],
  async run(context, { search, brand, type, active, pageSize = 25, page = 1 }) {
    const client = await context.client();
    const query = {
      ...(search === undefined ? {} : { search }),
      ...(brand === undefined ? {} : { brandName: brand }),
      ...(type === undefined ? {} : { type }),
      ...(active === true ? { isActive: 'true' } : {}),
    };
    await showPages(context, {
      serverSort: 'createDate',
      // The server's own order is the newest first.
      newestFirst: true,
      pageSize,
      pageNumber: page,
      load: (wanted) => client.eulas.list({ query: { ...query, ...wanted } }, { signal: context.signal }),
    });
  },
});
