import { type Command, defineCommand } from '../../command.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { findOid, oidArgument, oidFields, organizationArgument } from './oidRecord.ts';

const defaultVerb = (verb: 'set' | 'unset', summary: string): Command =>
  defineCommand<WriteFlags>({
    name: `default ${verb}`,
    summary,
    arguments: [organizationArgument, oidArgument],
    takes: ['write', 'record'],
    fields: { ...oidFields, table: oidFields.all },
    calls: ['carequality.oids', 'carequality.updateOid'],
    exits: ['not-found', 'invalid', 'conflict'],
    examples: [
      `carepost oids default ${verb} <org> <oid> --yes`,
      `carepost oids default ${verb} <org> <oid> --yes --output json --fields value,isDefault`,
    ],
    async run(context, flags, [id = '', given = '']) {
      const isDefault = verb === 'set';
      const client = await context.client();
      const { version, organizationId: _organization, ...oid } = await findOid(client, id, given, context.signal);
      if (oid.isDefault === isDefault) {
        context.terminal.note(`The OID ${oid.value} is ${isDefault ? 'the default already' : 'not the default'}.`);
        await context.output.record({ ...oid, organizationId: id, version });
        return;
      }
      const deed = isDefault ? `Make ${oid.value} the default OID` : `Make ${oid.value} a plain OID`;
      const sending = await confirmed(context, deed, flags);
      const body = { id: oid.id, value: oid.value, isDefault, version };
      const changed = await client.carequality.updateOid({ params: { id }, body }, sending);
      context.terminal.note('The OID was updated successfully.');
      await context.output.record(changed);
    },
  });

export const oidsDefaultSet = defaultVerb('set', 'Make an alternate OID the default one of its organization');
export const oidsDefaultUnset = defaultVerb('unset', 'Leave an organization without a default OID');
