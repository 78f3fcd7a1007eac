import type { Current } from '../../../shared/bulk/action.ts';
import { writeRow } from '../../bulk/writeRow.ts';
import { defineCommand } from '../../command.ts';
import { valueAt } from '../../output/fields.ts';
import { organizationArgument } from '../../records/organizationLookup.ts';
import { nameOf, recordOf } from '../../records/resourceRows.ts';
import type { WriteFlags } from '../../records/writeFlags.ts';
import { oneOrganization } from './organizationFields.ts';

interface Options extends WriteFlags {
  readonly sendEmail?: boolean;
  readonly seedRecords?: boolean;
}

const updated = 'Organization Activation Status has been updated.';

const recipient = (found: Current | undefined): string => {
  const email = valueAt(found?.record ?? {}, 'contact.email');
  return typeof email === 'string' ? email : 'its primary contact';
};

export const orgsActivate = defineCommand<Options>({
  name: 'activate',
  summary: 'Activate an organization',
  description: 'One that is activated already stays as it is, and nobody is written to again.',
  arguments: [organizationArgument],
  options: [
    { flags: '--send-email', summary: 'send the activation e-mail to its primary contact', group: 'Selection' },
    { flags: '--no-seed-records', summary: 'do not make its default records address', group: 'Selection' },
  ],
  fileAction: 'orgs.activate',
  fileImplies: { activated: true },
  takes: ['write', 'record'],
  fields: oneOrganization,
  calls: ['organizations.get', 'organizations.activate'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: ['carepost orgs activate <id> --send-email --yes', 'carepost orgs activate <id> --no-seed-records --yes'],
  run: (context, { sendEmail = false, seedRecords = true, ...flags }, [id = '']) =>
    writeRow(context, {
      action: 'orgs.activate',
      values: { id, activated: true, send_email: sendEmail, seed_records: seedRecords },
      flags,
      deed: (found) => `Activate ${nameOf(found, id)}${sendEmail ? ` and write to ${recipient(found)}` : ''}`,
      unchanged: (found) => `${nameOf(found, id)} is activated already; nothing was sent.`,
      done: updated,
      show: recordOf,
    }),
});

export const orgsDeactivate = defineCommand<WriteFlags>({
  name: 'deactivate',
  summary: 'Take the activation of an organization back',
  arguments: [organizationArgument],
  fileAction: 'orgs.activate',
  fileImplies: { activated: false },
  takes: ['write', 'record'],
  fields: oneOrganization,
  calls: ['organizations.get', 'organizations.activate'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs deactivate <id> --yes',
    'carepost orgs deactivate <id> --yes --output json --fields isActivated',
  ],
  run: (context, flags, [id = '']) =>
    writeRow(context, {
      action: 'orgs.activate',
      values: { id, activated: false },
      flags,
      deed: (found) => `Deactivate ${nameOf(found, id)}`,
      unchanged: (found) => `${nameOf(found, id)} is not activated; nothing was sent.`,
      done: updated,
      show: recordOf,
    }),
});
