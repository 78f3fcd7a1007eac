import { defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { oidFields } from './oidRecord.ts';

export const oidsList = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'List the alternate OIDs of an organization, the default one first',
  arguments: [orgArgument],
  takes: ['rows'],
  fields: oidFields,
  calls: ['carequality.oids'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost oids list <org>', "carepost oids list <org> --where 'isDefault=true' --output json"],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    await showList(context, (await client.carequality.oids({ params: { id } }, { signal: context.signal })).items);
  },
});
