import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { findOid, oidArgument, oidFields, organizationArgument } from './oidRecord.ts';

interface AddOptions extends WriteFlags {
  readonly default?: boolean;
}

const longest = 255;
const checkValue = (value: string): void => {
  if (value.trim() !== '' && value.length <= longest) return;
  throw new CliError('E-USAGE', `An OID has 1 to ${longest} characters.`, { exit: 'invalid' });
};

export const oidsAdd = defineCommand<AddOptions>({
  name: 'add',
  summary: 'Add an alternate OID to an organization',
  arguments: [organizationArgument, { name: '<value>', summary: `the OID, at most ${longest} characters` }],
  options: [
    {
      flags: '--default',
      summary: 'make it the default one; the former default stays as a plain one',
      group: 'Selection',
    },
  ],
  takes: ['write', 'record'],
  fields: { ...oidFields, table: oidFields.all },
  calls: ['carequality.addOid'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost oids add <org> 2.16.840.1.113883.3.9621 --yes',
    'carepost oids add <org> 2.16.840.1.113883.3.9621 --default --yes --output json',
  ],
  async run(context, options, [id = '', value = '']) {
    checkValue(value);
    const client = await context.client();
    const sending = await confirmed(context, `Add the OID ${value} to the organization ${id}`, options);
    const body = { value, isDefault: options.default === true };
    const added = await client.carequality.addOid({ params: { id }, body }, sending);
    context.terminal.note('The OID was added successfully.');
    await context.output.record(added);
  },
});

interface UpdateOptions extends WriteFlags {
  readonly value?: string;
}

export const oidsUpdate = defineCommand<UpdateOptions>({
  name: 'update',
  summary: 'Change the value of an alternate OID',
  arguments: [organizationArgument, oidArgument],
  options: [{ flags: '--value <value>', summary: 'the new OID', group: 'Selection' }],
  takes: ['write', 'record'],
  fields: { ...oidFields, table: oidFields.all },
  calls: ['carequality.oids', 'carequality.updateOid'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost oids update <org> <oid> --value 2.16.840.1.113883.3.9622 --yes',
    'carepost oids update <org> <oid> --value 2.16.840.1.113883.3.9622 --yes --reason "Typing error"',
  ],
  async run(context, options, [id = '', given = '']) {
    const { value } = options;
    if (value === undefined) throw new CliError('E-USAGE', 'Nothing to change: give --value.');
    checkValue(value);
    const client = await context.client();
    const { id: oidId, version } = await findOid(client, id, given, context.signal);
    const sending = await confirmed(context, `Change the OID ${given} to ${value}`, options);
    const body = { id: oidId, value, version };
    const changed = await client.carequality.updateOid({ params: { id }, body }, sending);
    context.terminal.note('The OID was updated successfully.');
    await context.output.record(changed);
  },
});

export const oidsDelete = defineCommand<WriteFlags>({
  name: 'delete',
  aliases: ['rm'],
  summary: 'Delete an alternate OID',
  arguments: [organizationArgument, oidArgument],
  takes: ['write', 'record'],
  fields: { all: ['id', 'value', 'deleted'], table: ['id', 'value', 'deleted'] },
  calls: ['carequality.oids', 'carequality.deleteOid'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: ['carepost oids delete <org> <oid> --yes', 'carepost oids rm <org> <oid> --yes --output json'],
  async run(context, flags, [id = '', given = '']) {
    const client = await context.client();
    const { id: oidId, value, version } = await findOid(client, id, given, context.signal);
    const sending = await confirmed(context, `Delete the OID ${value}`, flags);
    await client.carequality.deleteOid({ params: { id, oidId } }, { ...sending, ifMatch: version });
    context.terminal.note('The OID was deleted.');
    await context.output.record({ id: oidId, value, deleted: true });
  },
});
