import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { checkName } from '../../records/recordName.ts';
import { organizationArgument } from './organizationFields.ts';

interface Options extends WriteFlags {
  readonly expectName?: string;
}

const words: Readonly<Record<string, string>> = {
  users: 'users',
  directAddresses: 'direct addresses',
  faxNumbers: 'fax numbers',
  serviceAccounts: 'service accounts',
  devices: 'devices',
  licenses: 'licenses',
  integrations: 'integrations',
  alternateOids: 'alternate OIDs',
  directoryEntries: 'directory entries',
};

/** What goes with the organization, in one line; only what there is. */
const impactText = (impact: Readonly<Record<string, number>>): string => {
  const parts = Object.entries(words).flatMap(([field, word]) => {
    const count = impact[field] ?? 0;
    return count > 0 ? [`${count} ${word}`] : [];
  });
  return parts.length === 0 ? 'Nothing belongs to it.' : `With it go ${parts.join(', ')}.`;
};

export const orgsDelete = defineCommand<Options>({
  name: 'delete',
  aliases: ['rm'],
  summary: 'Delete an organization with everything that belongs to it',
  description:
    'Cannot be undone. Says first what goes with it; the name has to be given, so that a wrong id harms nobody.',
  arguments: [organizationArgument],
  options: [{ flags: '--expect-name <name>', summary: 'its name; another one and nothing is sent', group: 'Safety' }],
  takes: ['write', 'record'],
  fields: { all: ['id', 'name', 'deleted'], table: ['id', 'name', 'deleted'] },
  calls: ['organizations.get', 'organizations.deleteImpact', 'organizations.delete'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs delete <id> --expect-name "<name>" --yes',
    'carepost orgs delete <id> --expect-name "<name>" --yes --reason "Contract ended" --output json',
  ],
  async run(context, options, [id = '']) {
    const { expectName } = options;
    if (expectName === undefined) throw new CliError('E-USAGE', 'Its name is needed: give --expect-name.');
    const client = await context.client();
    const params = { id };
    const [organization, impact] = await Promise.all([
      client.organizations.get({ params }, { signal: context.signal }),
      client.organizations.deleteImpact({ params }, { signal: context.signal }),
    ]);
    checkName(organization, expectName);
    context.terminal.note(impactText(impact));
    const sending = await confirmed(context, `Delete the organization ${organization.name}`, options);
    await client.organizations.delete({ params }, { ...sending, ifMatch: organization.version });
    context.terminal.note('The organization was deleted successfully.');
    await context.output.record({ id, name: organization.name, deleted: true });
  },
});
