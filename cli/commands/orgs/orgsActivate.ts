import { defineCommand } from '../../command.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { oneOrganization, organizationArgument } from './organizationFields.ts';

interface Options extends WriteFlags {
  readonly sendEmail?: boolean;
  readonly seedRecords?: boolean;
}

const updated = 'Organization Activation Status has been updated.';

export const orgsActivate = defineCommand<Options>({
  name: 'activate',
  summary: 'Activate an organization',
  arguments: [organizationArgument],
  options: [
    { flags: '--send-email', summary: 'send the activation e-mail to its primary contact', group: 'Selection' },
    { flags: '--no-seed-records', summary: 'do not make its default records address', group: 'Selection' },
  ],
  takes: ['write', 'record'],
  fields: oneOrganization,
  calls: ['organizations.get', 'organizations.activate'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost orgs activate <id> --send-email --yes', 'carepost orgs activate <id> --no-seed-records --yes'],
  async run(context, options, [id = '']) {
    const client = await context.client();
    const { sendEmail = false, seedRecords = true } = options;
    const organization = await client.organizations.get({ params: { id } }, { signal: context.signal });
    const { name, contact, isActivated } = organization;
    const mail = sendEmail ? ` and write to ${contact.email ?? 'its primary contact'}` : '';
    const again = isActivated ? ' again, which is activated already,' : '';
    const sending = await confirmed(context, `Activate ${name}${again}${mail}`, options);
    const body = { id, activated: true, sendEmail, seedRecords };
    const changed = await client.organizations.activate({ params: { id }, body }, sending);
    context.terminal.note(updated);
    await context.output.record(changed);
  },
});

export const orgsDeactivate = defineCommand<WriteFlags>({
  name: 'deactivate',
  summary: 'Take the activation of an organization back',
  arguments: [organizationArgument],
  takes: ['write', 'record'],
  fields: oneOrganization,
  calls: ['organizations.get', 'organizations.activate'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost orgs deactivate <id> --yes',
    'carepost orgs deactivate <id> --yes --output json --fields isActivated',
  ],
  async run(context, flags, [id = '']) {
    const client = await context.client();
    const organization = await client.organizations.get({ params: { id } }, { signal: context.signal });
    if (!organization.isActivated) {
      context.terminal.note(`${organization.name} is not activated; nothing was sent.`);
      await context.output.record(organization);
      return;
    }
    const sending = await confirmed(context, `Deactivate ${organization.name}`, flags);
    const body = { id, activated: false, sendEmail: false, seedRecords: false };
    const changed = await client.organizations.activate({ params: { id }, body }, sending);
    context.terminal.note(updated);
    await context.output.record(changed);
  },
});
