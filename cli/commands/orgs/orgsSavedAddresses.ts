import type { SavedAddressList } from '../../../shared/contract/organizationActivity.ts';
import { normaliseAddress, wholeAddressProblem } from '../../../shared/rules/directAddress.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { showList } from '../../output/listing.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { organizationName } from '../../records/organizationLookup.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';

const names = ['address', 'displayName'];
const calls = ['organizations.get', 'organizations.savedAddresses', 'organizations.saveAddresses'] as const;

const load = async (context: Context, id: string): Promise<SavedAddressList> => {
  const client = await context.client();
  return client.organizations.savedAddresses({ params: { id } }, { signal: context.signal });
};

interface Change {
  readonly id: string;
  readonly list: SavedAddressList;
  readonly items: SavedAddressList['items'];
  readonly deed: (organization: string) => string;
}

/** The list is written as a whole, with the version it was loaded with: a change in between is exit 8. */
const save = async (context: Context, { id, list, items, deed }: Change, flags: WriteFlags): Promise<void> => {
  const client = await context.client();
  const sending = await confirmed(context, deed(await organizationName(context, id)), flags);
  const body = { items: [...items], version: list.version };
  await client.organizations.saveAddresses({ params: { id }, body }, sending);
  context.terminal.note('The saved addresses were saved successfully.');
};

export const orgsSavedAddressesList = defineCommand({
  name: 'saved-addresses list',
  summary: 'List the direct addresses an organization keeps at hand',
  arguments: [orgArgument],
  takes: ['rows'],
  fields: { all: names, table: names },
  calls: ['organizations.savedAddresses'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost orgs saved-addresses list <org> --output json',
    'carepost orgs saved-addresses list <org> --sort displayName --output csv',
  ],
  async run(context, _options, [id = '']) {
    await showList(context, (await load(context, id)).items);
  },
});

interface AddOptions extends WriteFlags {
  readonly name?: string;
}

export const orgsSavedAddressesAdd = defineCommand<AddOptions>({
  name: 'saved-addresses add',
  summary: 'Add a direct address to those an organization keeps at hand, or rename it',
  arguments: [orgArgument, { name: '<address>', summary: 'direct address of the recipient' }],
  options: [{ flags: '--name <name>', summary: 'display name; the address unless given', group: 'Selection' }],
  takes: ['write', 'record'],
  fields: { all: names, table: names },
  calls,
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs saved-addresses add <org> ann@direct.partner.example --name "Ann Baker" --yes',
    'carepost orgs saved-addresses add <org> bob@direct.partner.example --yes --output json',
  ],
  async run(context, options, [id = '', given = '']) {
    const address = normaliseAddress(given);
    const problem = wholeAddressProblem(address);
    if (problem !== null) throw new CliError('E-USAGE', problem, { exit: 'invalid', hint: 'Correct the address.' });
    const list = await load(context, id);
    const item = { address, displayName: options.name ?? address };
    const items = [...list.items.filter((one) => one.address !== address), item];
    await save(context, { id, list, items, deed: (name) => `Keep ${address} for ${name}` }, options);
    await context.output.record(item);
  },
});

export const orgsSavedAddressesRemove = defineCommand<WriteFlags>({
  name: 'saved-addresses remove',
  summary: 'Take a direct address off those an organization keeps at hand',
  arguments: [orgArgument, { name: '<address>', summary: 'direct address of the recipient' }],
  takes: ['write', 'record'],
  fields: { all: ['address', 'removed'], table: ['address', 'removed'] },
  calls,
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs saved-addresses remove <org> <address> --yes',
    'carepost orgs saved-addresses remove <org> <address> --yes --output json',
  ],
  async run(context, flags, [id = '', given = '']) {
    const address = normaliseAddress(given);
    const list = await load(context, id);
    const items = list.items.filter((one) => one.address !== address);
    if (items.length === list.items.length) {
      const known = list.items.map((one) => one.address);
      throw new CliError('E-USAGE', `"${given}" is not among the saved addresses.${didYouMean(address, known)}`, {
        code: 'E-NOT-FOUND',
        exit: 'not-found',
        hint: `Run: carepost orgs saved-addresses list ${id}`,
      });
    }
    await save(context, { id, list, items, deed: (name) => `Drop ${address} of ${name}` }, flags);
    await context.output.record({ address, removed: true });
  },
});
