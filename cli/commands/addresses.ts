import type { Client } from '../../shared/client/createClient.ts';
import { normaliseAddress, wholeAddressProblem } from '../../shared/rules/directAddress.ts';
import { faxStatuses } from '../../shared/rules/documentSource.ts';
import { faxText, isFax } from '../../shared/rules/fax.ts';
import { type Command, selectionFlag, contentFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { defined } from '../../shared/rules/defined.ts';
import { checkCommand, getCommand, pagesCommand, type Run, writeCommand } from '../records/commandBuilders.ts';
import { orgArgument, organizationKind, organizationName } from '../records/organizationLookup.ts';
import { loadRecord } from '../records/recordErrors.ts';
import { setFlag, settableOf, withFields } from '../records/setFields.ts';

const types = ['DirectMessaging', 'Fax'];

const columns = ['id', 'organizationName', 'type', 'address', 'displayName', 'status', 'isEnabled'];
const values = { status: Object.fromEntries(faxStatuses.map((text, code) => [text, code])) };

const addressArgument = {
  name: '<id>',
  summary: 'id of the address, as addresses list shows it',
  record: { name: 'address', list: 'addresses list' },
} as const;

const load = ({ client, id, read }: Run<unknown>) => client.documentsources.get({ params: { id } }, read);

/** A text with an @ is a direct address, any other text a fax number; both are checked here by the server's rules. */
const typeOf = (address: string): 'DirectMessaging' | 'Fax' => {
  const type = address.includes('@') ? 'DirectMessaging' : 'Fax';
  const problem = type === 'Fax' ? (isFax(address) ? null : faxText) : wholeAddressProblem(normaliseAddress(address));
  if (problem !== null) throw new CliError('E-USAGE', problem, { exit: 'invalid', hint: 'Correct the address.' });
  return type;
};

/** Document sources: direct addresses and fax numbers. */
export const commands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    summary: 'List direct addresses and fax numbers, sorted by address',
    options: [
      selectionFlag('--org <id>', 'only addresses of this organization'),
      selectionFlag('--type <type>', 'only DirectMessaging or Fax', { choices: types }),
    ],
    columns,
    values,
    calls: ['documentsources.list', 'organizations.get'],
    examples: ['', '--type Fax --all --output csv'],
    sortedBy: 'address',
    async pages({ client, read, options: { org, type } }) {
      if (org !== undefined)
        await loadRecord(organizationKind, org, client.organizations.get({ params: { id: org } }, read));
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
  writeCommand({
    name: 'add',
    summary: 'Add a direct address or a fax number to an organization',
    arguments: [orgArgument, { name: '<address>', summary: 'direct address or fax number' }],
    options: [
      contentFlag('--name <name>', 'display name (the address)'),
      contentFlag('--provider <id>', 'id of its provider, as sources list shows it'),
      contentFlag('--fax-account <id>', 'id of its fax account in the organization'),
    ],
    values,
    calls: ['organizations.get', 'documentsources.create'],
    examples: [
      '<org> "(603) 555-0142" --name "Front desk fax" --yes',
      '<org> records@<domain> --name Records --yes --output json',
    ],
    async prepare({ context, client, options, args: [organizationId = '', address = ''] }) {
      const { name: displayName = address, provider, faxAccount } = options;
      const body = {
        organizationId,
        type: typeOf(address),
        address,
        displayName,
        ...defined({ providerId: provider, faxAccountId: faxAccount }),
      };
      return {
        title: `Add ${address} to ${await organizationName(context, organizationId)}`,
        send: (call) => client.documentsources.create({ body }, call),
        done: 'The address was added successfully.',
      };
    },
  }),
  writeCommand({
    name: 'update',
    summary: 'Change display name, provider or activation of an address',
    arguments: [addressArgument],
    options: [setFlag(settableOf('documentsources.update'))],
    values,
    calls: ['documentsources.get', 'documentsources.update'],
    examples: [
      '<id> --set "displayName=Records office" --yes',
      '<id> --set isEnabled=false --yes --reason "Moved" --output json',
    ],
    async prepare(run) {
      const { set = [] } = run.options;
      if (set.length === 0) throw new CliError('E-USAGE', 'Nothing to change: use --set.');
      const before = await load(run);
      // The server validates the body.
      const body = withFields(before, set) as unknown as Parameters<Client['documentsources']['update']>[0]['body'];
      return {
        title: `Change ${before.address}`,
        send: (call) => run.client.documentsources.update({ params: { id: run.id }, body }, call),
        done: 'The address was saved successfully.',
      };
    },
  }),
  writeCommand({
    name: 'activate',
    summary: 'Activate an address',
    arguments: [addressArgument],
    values,
    calls: ['documentsources.get', 'documentsources.activate'],
    prepare: async (run) => ({
      title: `Activate ${(await load(run)).address}`,
      send: (call) => run.client.documentsources.activate({ params: { id: run.id } }, call),
      done: 'The address is active.',
    }),
  }),
  writeCommand({
    name: 'status',
    aliases: ['fax-status'],
    summary: 'Set the status of a fax number, if its current status allows it',
    arguments: [addressArgument, { name: '<status>', summary: faxStatuses.join(', '), choices: faxStatuses }],
    values,
    calls: ['documentsources.get', 'documentsources.setFaxStatus'],
    examples: ['<id> Activated --yes', '<id> Failed --yes --reason "The carrier refused it" --output json'],
    async prepare(run) {
      const [id = '', text = ''] = run.args;
      const { address, version } = await load(run);
      const body = { status: faxStatuses.findIndex((one) => one === text) };
      return {
        title: `Set the fax number ${address} to ${text}`,
        send: (call) =>
          run.client.documentsources.setFaxStatus({ params: { id }, body }, { ...call, ifMatch: version }),
        done: 'The status was saved successfully.',
      };
    },
  }),
  writeCommand({
    name: 'delete',
    summary: 'Delete a direct address or fax number',
    arguments: [addressArgument],
    fields: ['id', 'address', 'deleted'],
    calls: ['documentsources.get', 'documentsources.delete'],
    async prepare(run) {
      const { id, address, organizationName: organization, version } = await load(run);
      return {
        title: `Delete ${address} of ${organization}`,
        send: (call) => run.client.documentsources.delete({ params: { id } }, { ...call, ifMatch: version }),
        done: 'The address was deleted.',
        record: { id, address, deleted: true },
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
