import { normaliseAddress, wholeAddressProblem } from '../../shared/rules/directAddress.ts';
import { faxStatuses } from '../../shared/rules/documentSource.ts';
import { faxText, isFax } from '../../shared/rules/fax.ts';
import { type Command, selectionFlag, contentFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { defined } from '../../shared/rules/defined.ts';
import { actionCommand, checkCommand, getCommand, nameOf, pagesCommand, type Run } from '../records/commandBuilders.ts';
import { orgArgument, organizationKind, organizationName } from '../records/organizationLookup.ts';
import { loadRecord } from '../records/recordErrors.ts';
import { unchangedText } from '../records/recordCommands.ts';
import { fieldsText, setFlag, settableOf } from '../records/setFields.ts';

const types = ['DirectMessaging', 'Fax'];

const columns = ['id', 'organizationName', 'type', 'address', 'displayName', 'status', 'isEnabled'];
const values = { status: Object.fromEntries(faxStatuses.map((text, code) => [text, code])) };

const addressArgument = {
  name: '<id>',
  summary: 'id of the address, as addresses list shows it',
  record: { name: 'address', list: 'addresses list' },
} as const;

const load = ({ client, id, read }: Run<unknown>) => client.documentsources.get({ params: { id } }, read);

/** A text with an @ is a direct address, any other text a fax number; both are checked by the rules of the server. */
const checkAddress = (address: string): void => {
  const problem = address.includes('@')
    ? wholeAddressProblem(normaliseAddress(address))
    : isFax(address)
      ? null
      : faxText;
  if (problem !== null) throw new CliError('E-REQUEST-INVALID', problem, { hint: 'Correct the address.' });
};

const settable = settableOf('documentsources.update');

/** Document sources: direct addresses and fax numbers. */
export const commands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    summary: 'List direct addresses and fax numbers, sorted by address',
    options: [
      selectionFlag('--org <id>', 'only addresses of this organization', { record: organizationKind }),
      selectionFlag('--type <type>', 'only DirectMessaging or Fax', { choices: types }),
    ],
    columns,
    values,
    calls: ['documentsources.list', 'organizations.get'],
    examples: ['', '--type Fax --all --output csv'],
    sortedBy: 'address',
    async pages({ client, read, options: { org, type } }) {
      if (org !== undefined) {
        await loadRecord(organizationKind, org, client.organizations.get({ params: { id: org } }, read));
      }
      const filter = defined({ organizationId: org, type });
      return (query) => client.documentsources.list({ query: { ...filter, ...query } }, read);
    },
  }),
  getCommand({
    name: 'get',
    summary: 'Show a direct address or fax number',
    arguments: [addressArgument],
    values,
    calls: ['documentsources.get'],
    examples: [
      '<id>',
      '<id> --output json --fields address,status',
      'carepost addresses list --type Fax --output ids | carepost addresses get -',
    ],
    rowFields: columns,
    load,
  }),
  actionCommand({
    name: 'add',
    action: 'addresses.create',
    summary: 'Add a direct address or a fax number to an organization',
    arguments: [orgArgument, { name: '<address>', summary: 'direct address or fax number' }],
    options: [
      contentFlag('--name <name>', 'display name (the address)', { field: 'displayName' }),
      contentFlag('--provider <id>', 'id of its provider, as sources list shows it', {
        record: { name: 'provider', list: 'sources list' },
      }),
      contentFlag('--fax-account <id>', 'id of its fax account in the organization', {
        record: { name: 'fax account' },
      }),
    ],
    values,
    calls: ['organizations.get', 'documentsources.list', 'documentsources.create'],
    examples: [
      '<org> "(603) 555-0142" --name "Front desk fax" --yes',
      '<org> records@<domain> --name Records --yes --output json',
    ],
    async change({ context, options, args: [organizationId = '', address = ''] }) {
      const { name: displayName = address, provider, faxAccount } = options;
      checkAddress(address);
      const organization = await organizationName(context, organizationId);
      return {
        values: {
          org_id: organizationId,
          address,
          display_name: displayName,
          ...defined({ provider_id: provider, fax_account_id: faxAccount }),
        },
        title: () => `Add ${address} to ${organization}`,
        unchanged: () => 'The address exists already with these fields; nothing was sent.',
        done: 'The address was added successfully.',
      };
    },
  }),
  actionCommand({
    name: 'update',
    summary: 'Change display name, provider or use of an address; the address itself stays',
    description: fieldsText(settable),
    arguments: [addressArgument],
    options: [setFlag(settable)],
    values,
    action: 'addresses.update',
    calls: ['documentsources.get', 'documentsources.update'],
    examples: [
      '<id> --set "displayName=Records office" --yes',
      '<id> --set isEnabled=false --yes --reason "Moved" --output json',
    ],
    change({ id, options: { set } }) {
      if (set === undefined) throw new CliError('E-USAGE', 'Nothing to change: use --set.');
      return {
        values: { id },
        set,
        title: (current) => `Change ${nameOf(current, id)}`,
        unchanged: () => unchangedText,
        done: 'The address was saved successfully.',
      };
    },
  }),
  actionCommand({
    name: 'activate',
    summary: 'Activate an address',
    arguments: [addressArgument],
    values,
    action: 'addresses.activate',
    calls: ['documentsources.get', 'documentsources.activate'],
    change: ({ id }) => ({
      values: { id },
      title: (current) => `Activate ${nameOf(current, id)}`,
      unchanged: (current) => `${nameOf(current, id)} is active already.`,
      done: 'The address is active.',
    }),
  }),
  actionCommand({
    name: 'status',
    aliases: ['fax-status'],
    summary: 'Set the status of a fax number, if its current status allows it',
    arguments: [addressArgument, { name: '<status>', summary: faxStatuses.join(', '), choices: faxStatuses }],
    values,
    action: 'addresses.status',
    calls: ['documentsources.get', 'documentsources.setFaxStatus'],
    examples: ['<id> Activated --yes', '<id> Failed --yes --reason "The carrier refused it" --output json'],
    change: ({ args: [id = '', status = ''] }) => ({
      values: { id, status },
      title: (current) => `Set the fax number ${nameOf(current, id)} to ${status}`,
      unchanged: (current) => `The fax number ${nameOf(current, id)} is ${status} already.`,
      done: 'The status was saved successfully.',
    }),
  }),
  actionCommand({
    name: 'delete',
    summary: 'Delete a direct address or fax number',
    arguments: [addressArgument],
    fields: ['id', 'address', 'deleted'],
    action: 'addresses.delete',
    calls: ['documentsources.get', 'documentsources.delete'],
    async change(run) {
      const { id, address, organizationName: organization } = await load(run);
      return {
        values: { id, expected_address: address },
        title: () => `Delete ${address} of ${organization}`,
        unchanged: () => `The address ${address} was deleted already.`,
        done: 'The address was deleted.',
        show: () => ({ id, address, deleted: true }),
      };
    },
  }),
  checkCommand({
    name: 'exists',
    summary: 'Check whether a direct address or fax number is in use',
    arguments: [{ name: '<address>', summary: 'direct address or fax number' }],
    exitWhen: 'it is in use',
    fields: ['address', 'exists'],
    calls: ['documentsources.exists'],
    examples: ['records@lakeside.direct.carepost.example', '603-555-0100 -o json'],
    async check({ client, read, id: address }) {
      const isInUse = await client.documentsources.exists({ query: { val: address } }, read);
      return { record: { address, exists: isInUse }, failure: isInUse ? `${address} is in use` : undefined };
    },
  }),
];
