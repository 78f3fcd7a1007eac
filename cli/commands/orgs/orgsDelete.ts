import { writeRow } from '../../bulk/writeRow.ts';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { organizationArgument } from '../../records/organizationLookup.ts';
import { nameOf } from '../../records/resourceRows.ts';
import type { WriteFlags } from '../../records/writeFlags.ts';

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
  fileAction: 'orgs.delete',
  takes: ['write', 'record'],
  fields: { all: ['id', 'name', 'deleted'], table: ['id', 'name', 'deleted'] },
  calls: ['organizations.get', 'organizations.history', 'organizations.deleteImpact', 'organizations.delete'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs delete <id> --expect-name "<name>" --yes',
    'carepost orgs delete <id> --expect-name "<name>" --yes --reason "Contract ended" --output json',
  ],
  async run(context, { expectName, ...flags }, [id = '']) {
    if (expectName === undefined) throw new CliError('E-USAGE', 'Its name is needed: give --expect-name.');
    await writeRow(context, {
      action: 'orgs.delete',
      values: { id, expected_name: expectName },
      flags,
      async before() {
        const client = await context.client();
        return [impactText(await client.organizations.deleteImpact({ params: { id } }, { signal: context.signal }))];
      },
      deed: (found) => `Delete the organization ${nameOf(found, id)}`,
      unchanged: (found) => `${nameOf(found, id)} is deleted already; nothing was sent.`,
      done: 'The organization was deleted successfully.',
      show: ({ found }) => ({ id: found?.id ?? id, name: nameOf(found, id), deleted: true }),
    });
  },
});
