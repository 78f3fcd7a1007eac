import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { checkName } from '../../records/recordName.ts';
import { organizationArgument } from './organizationFields.ts';

interface Options extends WriteFlags {
  readonly expectName?: string;
}

const words: Readonly<Record<string, readonly [one: string, more: string]>> = {
  users: ['user', 'users'],
  directAddresses: ['direct address', 'direct addresses'],
  faxNumbers: ['fax number', 'fax numbers'],
  serviceAccounts: ['service account', 'service accounts'],
  devices: ['device', 'devices'],
  licenses: ['license', 'licenses'],
  integrations: ['integration', 'integrations'],
  alternateOids: ['alternate OID', 'alternate OIDs'],
  directoryEntries: ['directory entry', 'directory entries'],
};

/** What goes with the organization, in one line; only what there is. */
const impactText = (impact: Readonly<Record<string, number>>): string => {
  const counts = Object.entries(words).map(([field, [one, more]]) => {
    const count = impact[field] ?? 0;
    return { count, text: `${count} ${count === 1 ? one : more}` };
  });
  const there = counts.filter(({ count }) => count > 0);
  if (there.length === 0) return 'Nothing belongs to it.';
  const [first] = there;
  const verb = there.length === 1 && first?.count === 1 ? 'goes' : 'go';
  return `With it ${verb} ${there.map(({ text }) => text).join(', ')}.`;
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
