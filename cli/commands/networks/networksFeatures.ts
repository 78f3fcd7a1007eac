import { defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';
import { networkArgument } from './networkNamed.ts';

export const networksFeatures = defineCommand({
  name: 'features',
  summary: 'List all features, each with whether the network has it',
  arguments: [networkArgument],
  takes: ['rows'],
  fields: {
    all: ['id', 'name', 'description', 'isEnabled', 'isOrganizationFeature', 'isOn'],
    table: ['id', 'name', 'isEnabled', 'isOn'],
  },
  calls: ['networks.features'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost networks features <network>',
    "carepost networks features <network> --where 'isOn=true' -o json",
  ],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    await showList(context, (await client.networks.features({ params: { id } }, { signal: context.signal })).items);
  },
});
