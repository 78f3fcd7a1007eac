import { defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { entryFields } from './directoryRecord.ts';

export const directoryList = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'List the Carequality directory entries of an organization',
  arguments: [orgArgument],
  takes: ['rows'],
  fields: entryFields,
  calls: ['carequality.entries'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost directory list <org> --output json',
    "carepost directory list <org> --where 'isActive=true' -o csv",
  ],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    await showList(context, (await client.carequality.entries({ params: { id } }, { signal: context.signal })).items);
  },
});
