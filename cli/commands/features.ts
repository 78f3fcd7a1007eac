import { defineCommand, type Command } from '../command.ts';
import { showList } from '../output/listing.ts';

const fields = ['id', 'name', 'description', 'isEnabled', 'isOrganizationFeature'];

const featuresList = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'List the features of organizations and networks',
  takes: ['rows'],
  fields: { all: fields, table: ['id', 'name', 'isEnabled', 'isOrganizationFeature'] },
  calls: ['features.list'],
  examples: ['carepost features list', "carepost features list --where 'isOrganizationFeature=true' --output ids"],
  async run(context) {
    const client = await context.client();
    await showList(context, (await client.features.list({}, { signal: context.signal })).items);
  },
});

export const commands: readonly Command[] = [featuresList];
