import { defineCommand } from '../../command.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { oneOrganization, organizationArgument } from './organizationFields.ts';

export const orgsClearCancel = defineCommand<WriteFlags>({
  name: 'clear-cancel',
  summary: 'Clear the pending cancellation of an organization',
  arguments: [organizationArgument],
  takes: ['write', 'record'],
  fields: oneOrganization,
  calls: ['organizations.get', 'organizations.clearCancel'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs clear-cancel <id> --yes',
    'carepost orgs clear-cancel <id> --yes --reason "They stay" --output json --fields isPendingCancellation',
  ],
  async run(context, flags, [id = '']) {
    const client = await context.client();
    const { name } = await client.organizations.get({ params: { id } }, { signal: context.signal });
    const sending = await confirmed(context, `Clear the cancellation of ${name}`, flags);
    const changed = await client.organizations.clearCancel({ params: { id } }, sending);
    context.terminal.note('The cancellation was cleared successfully.');
    await context.output.record(changed);
  },
});
