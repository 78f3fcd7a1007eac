import { writeRow } from '../../bulk/writeRow.ts';
import { type Command, defineCommand } from '../../command.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { organizationName } from '../../records/organizationLookup.ts';
import { recordOf } from '../../records/resourceRows.ts';
import type { WriteFlags } from '../../records/writeFlags.ts';
import { findOid, oidArgument, oidFields } from './oidRecord.ts';

const defaultVerb = (verb: 'set' | 'unset', summary: string): Command =>
  defineCommand<WriteFlags>({
    name: `default ${verb}`,
    summary,
    arguments: [orgArgument, oidArgument],
    fileAction: 'oids.default',
    fileImplies: { is_default: verb === 'set' },
    takes: ['write', 'record'],
    fields: { ...oidFields, table: oidFields.all },
    calls: ['organizations.get', 'carequality.oids', 'carequality.updateOid'],
    exits: ['not-found', 'invalid', 'conflict'],
    examples: [
      `carepost oids default ${verb} <org> <oid> --yes`,
      `carepost oids default ${verb} <org> <oid> --yes --output json --fields value,isDefault`,
    ],
    async run(context, flags, [id = '', given = '']) {
      const isDefault = verb === 'set';
      const name = await organizationName(context, id);
      const { value } = await findOid(await context.client(), id, given, context.signal);
      await writeRow(context, {
        action: 'oids.default',
        values: { org_id: id, value, is_default: isDefault },
        flags,
        deed: () => (isDefault ? `Make ${value} the default OID of ${name}` : `Make ${value} a plain OID of ${name}`),
        unchanged: () => `The OID ${value} is ${isDefault ? 'the default already' : 'not the default'}.`,
        done: 'The OID was updated successfully.',
        show: recordOf,
      });
    },
  });

export const oidsDefaultSet = defaultVerb('set', 'Make an alternate OID the default one of its organization');
export const oidsDefaultUnset = defaultVerb('unset', 'Leave an organization without a default OID');
