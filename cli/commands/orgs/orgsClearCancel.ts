import { writeRow } from '../../bulk/writeRow.ts';
import { defineCommand } from '../../command.ts';
import { organizationArgument } from '../../records/organizationLookup.ts';
import { nameOf, recordOf } from '../../records/resourceRows.ts';
import type { WriteFlags } from '../../records/writeFlags.ts';
import { oneOrganization } from './organizationFields.ts';

export const orgsClearCancel = defineCommand<WriteFlags>({
  name: 'clear-cancel',
  summary: 'Clear the pending cancellation of an organization',
  arguments: [organizationArgument],
  fileAction: 'orgs.clear-cancel',
  takes: ['write', 'record'],
  fields: oneOrganization,
  calls: ['organizations.get', 'organizations.clearCancel'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs clear-cancel <id> --yes',
    'carepost orgs clear-cancel <id> --yes --reason "They stay" --output json --fields isPendingCancellation',
  ],
  run: (context, flags, [id = '']) =>
    writeRow(context, {
      action: 'orgs.clear-cancel',
      values: { id },
      flags,
      deed: (found) => `Clear the cancellation of ${nameOf(found, id)}`,
      unchanged: (found) => `${nameOf(found, id)} is not about to end; nothing was sent.`,
      done: 'The cancellation was cleared successfully.',
      show: recordOf,
    }),
});
