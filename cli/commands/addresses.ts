import type { FieldList } from '../output/fields.ts';
import type { Client } from '../../shared/client/createClient.ts';
import { normaliseAddress, wholeAddressProblem } from '../../shared/rules/directAddress.ts';
import { faxStatuses } from '../../shared/rules/documentSource.ts';
import { faxText, isFax } from '../../shared/rules/fax.ts';
import { defineCommand, type Command } from '../command.ts';
import { CliError } from '../errors.ts';
import { showPages } from '../output/listing.ts';
import { confirmed, type WriteFlags } from '../records/confirmed.ts';
import { orgArgument, organizationKind, organizationName } from '../records/organizationLookup.ts';
import { type PageFlags, pageFlags } from '../records/recordCommands.ts';
import { loadRecord } from '../records/recordErrors.ts';
import { type FieldValue, setFlag, withFields } from '../records/setFields.ts';
import { showRecord } from '../records/showRecord.ts';

const types = ['DirectMessaging', 'Fax'];

const listFields: FieldList = {
  all: [
    'id',
    'organizationId',
    'organizationName',
    'type',
    'directAddressType',
    'address',
    'displayName',
    'providerId',
    'providerName',
    'faxAccountId',
    'status',
    'isEnabled',
    'createDate',
    'version',
  ],
  table: ['id', 'organizationName', 'type', 'address', 'displayName', 'status', 'isEnabled'],
  values: {
    type: types,
    directAddressType: ['direct', 'fax'],
    status: Object.fromEntries(faxStatuses.map((text, code) => [text, code])),
  },
};
const fields: FieldList = { ...listFields, table: listFields.all };

const addressArgument = {
  name: '<id>',
  summary: 'id of the address, as addresses list shows it',
  record: { name: 'address', list: 'addresses list' },
} as const;

interface ListOptions extends PageFlags {
  readonly org?: string;
  readonly type?: string;
}

const list = defineCommand<ListOptions>({
  name: 'list',
  aliases: ['ls'],
  summary: 'List direct addresses and fax numbers, by address',
  options: [
    { flags: '--org <id>', summary: 'only addresses of this organization', group: 'Selection' },
    { flags: '--type <type>', summary: 'only DirectMessaging or Fax', group: 'Selection', choices: types },
    ...pageFlags,
  ],
  takes: ['rows'],
  fields: listFields,
  calls: ['documentsources.list', 'organizations.get'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost addresses list', 'carepost addresses list --type Fax --all --output csv'],
  async run(context, { org, type, search, pageSize = 25, page = 1 }) {
    const client = await context.client();
    const { signal } = context;
    if (org !== undefined) {
      await loadRecord(organizationKind, org, client.organizations.get({ params: { id: org } }, { signal }));
    }
    const filter = {
      ...(org === undefined ? {} : { organizationId: org }),
      ...(type === undefined ? {} : { type }),
      ...(search === undefined ? {} : { search }),
    };
    await showPages(context, {
      serverSort: 'address',
      pageSize,
      pageNumber: page,
      load: (query) => client.documentsources.list({ query: { ...filter, ...query } }, { signal }),
    });
  },
});

const get = defineCommand({
  name: 'get',
  summary: 'Show a direct address or fax number',
  arguments: [addressArgument],
  takes: ['record'],
  fields,
  calls: ['documentsources.get'],
  exits: ['partial', 'not-found', 'invalid'],
  examples: [
    'carepost addresses get <id>',
    'carepost addresses get <id> --output json --fields address,status',
    'carepost addresses list --type Fax --output ids | carepost addresses get -',
  ],
  run: (context, _options, [id = '']) =>
    showRecord(context, id, {
      rowFields: listFields.table,
      load: async (one) =>
        (await context.client()).documentsources.get({ params: { id: one } }, { signal: context.signal }),
    }),
});

interface AddOptions extends WriteFlags {
  readonly name?: string;
  readonly provider?: string;
  readonly faxAccount?: string;
}

/** A text with an @ is a direct address, any other text a fax number; both are checked here by the server's rules. */
const typeOf = (address: string): 'DirectMessaging' | 'Fax' => {
  const type = address.includes('@') ? 'DirectMessaging' : 'Fax';
  const problem = type === 'Fax' ? (isFax(address) ? null : faxText) : wholeAddressProblem(normaliseAddress(address));
  if (problem !== null) throw new CliError('E-USAGE', problem, { exit: 'invalid', hint: 'Correct the address.' });
  return type;
};

const add = defineCommand<AddOptions>({
  name: 'add',
  summary: 'Add a direct address or a fax number to an organization',
  arguments: [orgArgument, { name: '<address>', summary: 'direct address, or fax number' }],
  options: [
    { flags: '--name <name>', summary: 'display name (the address)', group: 'Content' },
    { flags: '--provider <id>', summary: 'id of its provider, as sources list shows it', group: 'Content' },
    { flags: '--fax-account <id>', summary: 'id of its fax account in the organization', group: 'Content' },
  ],
  takes: ['write', 'record'],
  fields,
  calls: ['organizations.get', 'documentsources.create'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost addresses add <org> "(603) 555-0142" --name "Front desk fax" --yes',
    'carepost addresses add <org> records@<domain> --name Records --yes --output json',
  ],
  async run(context, options, [organizationId = '', address = '']) {
    const type = typeOf(address);
    const organization = await organizationName(context, organizationId);
    const { name: displayName = address, provider, faxAccount } = options;
    const call = await confirmed(context, `Add ${address} to ${organization}`, options);
    const body = {
      organizationId,
      type,
      address,
      displayName,
      ...(provider === undefined ? {} : { providerId: provider }),
      ...(faxAccount === undefined ? {} : { faxAccountId: faxAccount }),
    };
    const client = await context.client();
    const added = await client.documentsources.create({ body }, call);
    context.terminal.note('The address was added successfully.');
    await context.output.record(added);
  },
});

interface UpdateOptions extends WriteFlags {
  readonly set?: readonly FieldValue[];
}

const update = defineCommand<UpdateOptions>({
  name: 'update',
  summary: 'Change display name, provider or activation of an address',
  arguments: [addressArgument],
  options: [setFlag({ displayName: 'text', providerId: 'text', isEnabled: 'flag' })],
  takes: ['write', 'record'],
  fields,
  calls: ['documentsources.get', 'documentsources.update'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost addresses update <id> --set "displayName=Records office" --yes',
    'carepost addresses update <id> --set isEnabled=false --yes --reason "Moved" --output json',
  ],
  async run(context, options, [id = '']) {
    const { set = [] } = options;
    if (set.length === 0) throw new CliError('E-USAGE', 'Nothing to change: use --set.');
    const client = await context.client();
    const before = await client.documentsources.get({ params: { id } }, { signal: context.signal });
    const call = await confirmed(context, `Change ${before.address}`, options);
    // The server validates the body.
    const body = withFields(before, set) as unknown as Parameters<Client['documentsources']['update']>[0]['body'];
    const saved = await client.documentsources.update({ params: { id }, body }, call);
    context.terminal.note('The address was saved successfully.');
    await context.output.record(saved);
  },
});

const activate = defineCommand<WriteFlags>({
  name: 'activate',
  summary: 'Activate an address',
  arguments: [addressArgument],
  takes: ['write', 'record'],
  fields,
  calls: ['documentsources.get', 'documentsources.activate'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: ['carepost addresses activate <id> --yes', 'carepost addresses activate <id> --yes --output json'],
  async run(context, flags, [id = '']) {
    const client = await context.client();
    const { address } = await client.documentsources.get({ params: { id } }, { signal: context.signal });
    const call = await confirmed(context, `Activate ${address}`, flags);
    const activated = await client.documentsources.activate({ params: { id } }, call);
    context.terminal.note('The address is active.');
    await context.output.record(activated);
  },
});

const status = defineCommand<WriteFlags>({
  name: 'status',
  aliases: ['fax-status'],
  summary: 'Set the status of a fax number, within the transitions that the present status allows',
  arguments: [addressArgument, { name: '<status>', summary: faxStatuses.join(', '), choices: faxStatuses }],
  takes: ['write', 'record'],
  fields,
  calls: ['documentsources.get', 'documentsources.setFaxStatus'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost addresses status <id> Activated --yes',
    'carepost addresses status <id> Failed --yes --reason "The carrier refused it" --output json',
  ],
  async run(context, flags, [id = '', text = '']) {
    const client = await context.client();
    const { address, version } = await client.documentsources.get({ params: { id } }, { signal: context.signal });
    const call = await confirmed(context, `Set the fax number ${address} to ${text}`, flags);
    const body = { status: faxStatuses.findIndex((one) => one === text) };
    const saved = await client.documentsources.setFaxStatus({ params: { id }, body }, { ...call, ifMatch: version });
    context.terminal.note('The status was saved successfully.');
    await context.output.record(saved);
  },
});

const remove = defineCommand<WriteFlags>({
  name: 'delete',
  aliases: ['rm'],
  summary: 'Delete a direct address or fax number',
  arguments: [addressArgument],
  takes: ['write', 'record'],
  fields: { all: ['id', 'address', 'deleted'], table: ['id', 'address', 'deleted'] },
  calls: ['documentsources.get', 'documentsources.delete'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost addresses delete <id> --yes',
    'carepost addresses delete <id> --yes --reason "Number given up" --output json',
  ],
  async run(context, flags, [id = '']) {
    const client = await context.client();
    const source = await client.documentsources.get({ params: { id } }, { signal: context.signal });
    const call = await confirmed(context, `Delete ${source.address} of ${source.organizationName}`, flags);
    await client.documentsources.delete({ params: { id } }, { ...call, ifMatch: source.version });
    context.terminal.note('The address was deleted.');
    await context.output.record({ id, address: source.address, deleted: true });
  },
});

const exists = defineCommand<{ readonly exitCode?: boolean }>({
  name: 'exists',
  summary: 'Check whether a direct address or fax number is in use',
  arguments: [{ name: '<address>', summary: 'direct address, or fax number as it is written' }],
  options: [{ flags: '--exit-code', summary: 'exit with 7 when it is in use', group: 'Output' }],
  takes: ['record'],
  fields: { all: ['address', 'exists'], table: ['address', 'exists'] },
  calls: ['documentsources.exists'],
  exits: ['invalid'],
  examples: [
    'carepost addresses exists records@lakeside.direct.carepost.example',
    'carepost addresses exists 603-555-0100 -o json',
  ],
  async run(context, { exitCode }, [address = '']) {
    const client = await context.client();
    const isInUse = await client.documentsources.exists({ query: { val: address } }, { signal: context.signal });
    await context.output.record({ address, exists: isInUse });
    return exitCode === true && isInUse ? { exit: 'invalid', message: `${address} is in use` } : undefined;
  },
});

/** Document sources: direct addresses and fax numbers. */
export const commands: readonly Command[] = [list, get, add, update, activate, status, remove, exists];
