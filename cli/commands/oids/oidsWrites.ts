import { oidValueMax } from '../../../shared/rules/carequality.ts';
import { writeRow } from '../../bulk/writeRow.ts';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { organizationName } from '../../records/organizationLookup.ts';
import { recordOf } from '../../records/resourceRows.ts';
import type { WriteFlags } from '../../records/writeFlags.ts';
import { findOid, oidArgument, oidFields } from './oidRecord.ts';

interface AddOptions extends WriteFlags {
  readonly default?: boolean;
}

export const oidsAdd = defineCommand<AddOptions>({
  name: 'add',
  summary: 'Add an alternate OID to an organization',
  arguments: [orgArgument, { name: '<value>', summary: `the OID, at most ${oidValueMax} characters` }],
  options: [
    {
      flags: '--default',
      summary: 'make it the default one; the former default stays as a plain one',
      group: 'Selection',
    },
  ],
  fileAction: 'oids.add',
  takes: ['write', 'record'],
  fields: { ...oidFields, table: oidFields.all },
  calls: ['organizations.get', 'carequality.oids', 'carequality.addOid'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost oids add <org> 2.16.840.1.113883.3.9621 --yes',
    'carepost oids add <org> 2.16.840.1.113883.3.9621 --default --yes --output json',
  ],
  async run(context, { default: isDefault = false, ...flags }, [id = '', value = '']) {
    const name = await organizationName(context, id);
    await writeRow(context, {
      action: 'oids.add',
      values: { org_id: id, value, is_default: isDefault },
      flags,
      deed: () => `Add the OID ${value} to ${name}`,
      unchanged: () => `${name} has the OID ${value} already; nothing was sent.`,
      done: 'The OID was added successfully.',
      show: recordOf,
    });
  },
});

interface UpdateOptions extends WriteFlags {
  readonly value?: string;
}

export const oidsUpdate = defineCommand<UpdateOptions>({
  name: 'update',
  summary: 'Change the value of an alternate OID',
  arguments: [orgArgument, oidArgument],
  options: [{ flags: '--value <value>', summary: 'the new OID', group: 'Selection' }],
  fileAction: 'oids.update',
  takes: ['write', 'record'],
  fields: { ...oidFields, table: oidFields.all },
  calls: ['organizations.get', 'carequality.oids', 'carequality.updateOid'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost oids update <org> <oid> --value 2.16.840.1.113883.3.9622 --yes',
    'carepost oids update <org> <oid> --value 2.16.840.1.113883.3.9622 --yes --reason "Typing error"',
  ],
  async run(context, { value, ...flags }, [id = '', given = '']) {
    if (value === undefined) throw new CliError('E-USAGE', 'Nothing to change: give --value.');
    const name = await organizationName(context, id);
    const oid = await findOid(await context.client(), id, given, context.signal);
    await writeRow(context, {
      action: 'oids.update',
      values: { org_id: id, oid_id: oid.id, value },
      flags,
      deed: () => `Change the OID ${oid.value} of ${name} to ${value}`,
      unchanged: () => `The OID is ${value} already; nothing was sent.`,
      done: 'The OID was updated successfully.',
      show: recordOf,
    });
  },
});

export const oidsDelete = defineCommand<WriteFlags>({
  name: 'delete',
  aliases: ['rm'],
  summary: 'Delete an alternate OID',
  arguments: [orgArgument, oidArgument],
  fileAction: 'oids.delete',
  takes: ['write', 'record'],
  fields: { all: ['id', 'value', 'deleted'], table: ['id', 'value', 'deleted'] },
  calls: ['organizations.get', 'carequality.oids', 'carequality.deleteOid'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: ['carepost oids delete <org> <oid> --yes', 'carepost oids rm <org> <oid> --yes --output json'],
  async run(context, flags, [id = '', given = '']) {
    const name = await organizationName(context, id);
    const oid = await findOid(await context.client(), id, given, context.signal);
    await writeRow(context, {
      action: 'oids.delete',
      values: { org_id: id, value: oid.id },
      flags,
      deed: () => `Delete the OID ${oid.value} of ${name}`,
      unchanged: () => `The OID ${oid.value} is gone already; nothing was sent.`,
      done: 'The OID was deleted.',
      show: () => ({ id: oid.id, value: oid.value, deleted: true }),
    });
  },
});
