import type { Client } from '../../../shared/client/createClient.ts';
import { faxStatuses } from '../../../shared/rules/documentSource.ts';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import type { BodyOf } from '../../records/resource.ts';
import { type FieldValue, setFlag, withFields } from '../../records/setFields.ts';
import { addressArgument, oneAddress } from './addressFields.ts';

interface UpdateOptions extends WriteFlags {
  readonly set?: readonly FieldValue[];
}

export const addressesUpdate = defineCommand<UpdateOptions>({
  name: 'update',
  summary: 'Change name, provider or use of an address; the address itself stays',
  arguments: [addressArgument],
  options: [setFlag({ displayName: 'text', providerId: 'text', isEnabled: 'flag' })],
  takes: ['write', 'record'],
  fields: oneAddress,
  calls: ['documentsources.get', 'documentsources.update'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost addresses update <id> --set "displayName=Records office" --yes',
    'carepost addresses update <id> --set isEnabled=false --yes --reason "Moved" --output json',
  ],
  async run(context, options, [id = '']) {
    const { set = [] } = options;
    if (set.length === 0) throw new CliError('E-USAGE', 'Nothing to change: give --set.');
    const client = await context.client();
    const before = await client.documentsources.get({ params: { id } }, { signal: context.signal });
    const sending = await confirmed(context, `Change ${before.address}`, options);
    const body = withFields(before, set) as BodyOf<Client['documentsources']['update']>;
    const changed = await client.documentsources.update({ params: { id }, body }, sending);
    context.terminal.note('The address was saved successfully.');
    await context.output.record(changed);
  },
});

export const addressesActivate = defineCommand<WriteFlags>({
  name: 'activate',
  summary: 'Put an address to use',
  arguments: [addressArgument],
  takes: ['write', 'record'],
  fields: oneAddress,
  calls: ['documentsources.get', 'documentsources.activate'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: ['carepost addresses activate <id> --yes', 'carepost addresses activate <id> --yes --output json'],
  async run(context, flags, [id = '']) {
    const client = await context.client();
    const { address } = await client.documentsources.get({ params: { id } }, { signal: context.signal });
    const sending = await confirmed(context, `Put ${address} to use`, flags);
    const activated = await client.documentsources.activate({ params: { id } }, sending);
    context.terminal.note('The address is in use.');
    await context.output.record(activated);
  },
});

export const addressesStatus = defineCommand<WriteFlags>({
  name: 'status',
  aliases: ['fax-status'],
  summary: 'Set the status of a fax number, as far as it can follow the present one',
  arguments: [addressArgument, { name: '<status>', summary: faxStatuses.join(', '), choices: faxStatuses }],
  takes: ['write', 'record'],
  fields: oneAddress,
  calls: ['documentsources.get', 'documentsources.setFaxStatus'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost addresses status <id> Activated --yes',
    'carepost addresses status <id> Failed --yes --reason "The carrier refused it" --output json',
  ],
  async run(context, flags, [id = '', word = '']) {
    const client = await context.client();
    const { address, version } = await client.documentsources.get({ params: { id } }, { signal: context.signal });
    const sending = await confirmed(context, `Set the fax number ${address} to ${word}`, flags);
    const body = { status: faxStatuses.findIndex((status) => status === word) };
    const changed = await client.documentsources.setFaxStatus(
      { params: { id }, body },
      { ...sending, ifMatch: version },
    );
    context.terminal.note('The status was saved successfully.');
    await context.output.record(changed);
  },
});

export const addressesDelete = defineCommand<WriteFlags>({
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
    const found = await client.documentsources.get({ params: { id } }, { signal: context.signal });
    const sending = await confirmed(context, `Delete ${found.address} of ${found.organizationName}`, flags);
    await client.documentsources.delete({ params: { id } }, { ...sending, ifMatch: found.version });
    context.terminal.note('The address was deleted.');
    await context.output.record({ id, address: found.address, deleted: true });
  },
});
