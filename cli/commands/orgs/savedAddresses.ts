import { type Context, type Command, defineCommand } from '../../command.ts';
import type { SavedAddressList } from '../../../shared/contract/organizationActivity.ts';
import { normaliseAddress, wholeAddressProblem } from '../../../shared/rules/directAddress.ts';
import { CliError } from '../../errors.ts';
import { showList } from '../../output/listing.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { orgArgument, organizationName } from '../../records/organizationLookup.ts';
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
  readonly title: (organization: string) => string;
}

/** Saves the whole list with the version it was loaded with: a change by another user in between is exit 8. */
const save = async (context: Context, { id, list, items, title }: Change, flags: WriteFlags): Promise<void> => {
  const client = await context.client();
  const call = await confirmed(context, title(await organizationName(context, id)), flags);
  const body = { items: [...items], version: list.version };
  await client.organizations.saveAddresses({ params: { id }, body }, call);
  context.terminal.note('The saved addresses were saved successfully.');
};

const listCommand = defineCommand({
  name: 'saved-addresses list',
  summary: 'List the saved recipient addresses of an organization',
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

const add = defineCommand<AddOptions>({
  name: 'saved-addresses add',
  summary: 'Save the address of a recipient for an organization, or rename a saved one',
  arguments: [orgArgument, { name: '<address>', summary: 'direct address of the recipient' }],
  options: [{ flags: '--name <name>', summary: 'display name (the address)', group: 'Content' }],
  takes: ['write', 'record'],
  fields: { all: names, table: names },
  calls,
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs saved-addresses add <org> ann@direct.partner.example --name "Ann Baker" --yes',
    'carepost orgs saved-addresses add <org> bob@direct.partner.example --yes --output json',
  ],
  async run(context, options, [id = '', text = '']) {
    const address = normaliseAddress(text);
    const problem = wholeAddressProblem(address);
    if (problem !== null) throw new CliError('E-USAGE', problem, { exit: 'invalid', hint: 'Correct the address.' });
    const list = await load(context, id);
    const item = { address, displayName: options.name ?? address };
    const items = [...list.items.filter((one) => one.address !== address), item];
    await save(context, { id, list, items, title: (name) => `Save the address ${address} for ${name}` }, options);
    await context.output.record(item);
  },
});

const remove = defineCommand<WriteFlags>({
  name: 'saved-addresses remove',
  summary: 'Remove a saved recipient address of an organization',
  arguments: [orgArgument, { name: '<address>', summary: 'direct address of the recipient' }],
  takes: ['write', 'record'],
  fields: { all: ['address', 'removed'], table: ['address', 'removed'] },
  calls,
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs saved-addresses remove <org> <address> --yes',
    'carepost orgs saved-addresses remove <org> <address> --yes --output json',
  ],
  async run(context, flags, [id = '', text = '']) {
    const address = normaliseAddress(text);
    const list = await load(context, id);
    const items = list.items.filter((one) => one.address !== address);
    if (items.length === list.items.length) {
      const known = list.items.map((one) => one.address);
      throw new CliError('E-USAGE', `"${text}" is not a saved address.${didYouMean(address, known)}`, {
        code: 'E-NOT-FOUND',
        exit: 'not-found',
        hint: `Run: carepost orgs saved-addresses list ${id}`,
      });
    }
    await save(context, { id, list, items, title: (name) => `Remove the saved address ${address} of ${name}` }, flags);
    await context.output.record({ address, removed: true });
  },
});

export const savedAddressCommands: readonly Command[] = [listCommand, add, remove];
