import { oidValueMax } from '../../shared/rules/carequality.ts';
import { type Command, contentFlag } from '../command.ts';
import { actionCommand, listCommand, type Run } from '../records/commandBuilders.ts';
import { orgArgument, organizationName } from '../records/organizationLookup.ts';
import { itemNamed } from '../records/recordErrors.ts';

const oidArgument = {
  name: '<oid>',
  summary: 'the OID itself, or the id of its record',
  record: { name: 'OID', list: 'oids list <org>', ids: 'text' },
} as const;

/** The organization and its OID that a command names: the OID by its value, or by the id of its record. */
const load = async ({ context, client, read, args: [id = '', text = ''] }: Run<unknown>) => {
  const organization = await organizationName(context, id);
  const { items } = await client.carequality.oids({ params: { id } }, read);
  const names = { owner: 'organization', one: 'OID', list: `oids list ${id}` };
  return { id, organization, oid: itemNamed(items, text, ['value', 'id'], names) };
};

const defaultCommand = (name: 'set' | 'unset', summary: string): Command =>
  actionCommand({
    name: `default ${name}`,
    summary,
    arguments: [orgArgument, oidArgument],
    action: 'oids.default',
    fileImplies: { is_default: name === 'set' },
    calls: ['organizations.get', 'carequality.oids', 'carequality.updateOid'],
    examples: [`<org> <oid> --yes`, `<org> <oid> --yes --output json --fields value,isDefault`],
    async change(run) {
      const isDefault = name === 'set';
      const { id, organization, oid } = await load(run);
      const { value } = oid;
      return {
        values: { org_id: id, value, is_default: isDefault },
        title: () => `Make ${value} ${isDefault ? 'the default' : 'an ordinary'} OID of ${organization}`,
        unchanged: () => `The OID ${value} is ${isDefault ? 'the default already' : 'not the default'}.`,
        done: 'The OID was updated successfully.',
      };
    },
  });

export const commands: readonly Command[] = [
  listCommand({
    name: 'list',
    summary: 'List the alternate OIDs of an organization, the default OID first',
    arguments: [orgArgument],
    columns: ['id', 'value', 'isDefault'],
    calls: ['carequality.oids'],
    examples: ['<org>', "<org> --where 'isDefault=true' --output json"],
    load: ({ client, id, read }) => client.carequality.oids({ params: { id } }, read),
  }),
  actionCommand({
    name: 'add',
    summary: 'Add an alternate OID to an organization',
    arguments: [orgArgument, { name: '<value>', summary: `the OID, at most ${oidValueMax} characters` }],
    options: [contentFlag('--default', 'make it the default OID instead of the current one')],
    action: 'oids.add',
    calls: ['organizations.get', 'carequality.oids', 'carequality.addOid'],
    examples: ['<org> 2.16.840.1.113883.3.9621 --yes', '<org> 2.16.840.1.113883.3.9621 --default --yes --output json'],
    async change({ context, options: { default: isDefault = false }, args: [id = '', value = ''] }) {
      const name = await organizationName(context, id);
      return {
        values: { org_id: id, value, is_default: isDefault },
        title: () => `Add the OID ${value} to ${name}`,
        unchanged: () => `${name} has the OID ${value} already; nothing was sent.`,
        done: 'The OID was added successfully.',
      };
    },
  }),
  actionCommand({
    name: 'update',
    summary: 'Change the value of an alternate OID',
    arguments: [orgArgument, oidArgument],
    options: [contentFlag('--value <value>', 'the new OID', { required: true })],
    action: 'oids.update',
    calls: ['organizations.get', 'carequality.oids', 'carequality.updateOid'],
    examples: [
      '<org> <oid> --value 2.16.840.1.113883.3.9622 --yes',
      '<org> <oid> --value 2.16.840.1.113883.3.9622 --yes --reason "Typing error"',
    ],
    async change(run) {
      const { value = '' } = run.options;
      const { id, organization, oid } = await load(run);
      return {
        values: { org_id: id, oid_id: oid.id, value },
        title: () => `Change the OID ${oid.value} of ${organization} to ${value}`,
        unchanged: () => `The OID is ${value} already; nothing was sent.`,
        done: 'The OID was updated successfully.',
      };
    },
  }),
  actionCommand({
    name: 'delete',
    summary: 'Delete an alternate OID',
    arguments: [orgArgument, oidArgument],
    action: 'oids.delete',
    fields: ['id', 'value', 'deleted'],
    calls: ['organizations.get', 'carequality.oids', 'carequality.deleteOid'],
    async change(run) {
      const { id, organization, oid } = await load(run);
      return {
        values: { org_id: id, value: oid.id },
        title: () => `Delete the OID ${oid.value} of ${organization}`,
        unchanged: () => `The OID ${oid.value} is deleted already; nothing was sent.`,
        done: 'The OID was deleted.',
        show: () => ({ id: oid.id, value: oid.value, deleted: true }),
      };
    },
  }),
  defaultCommand('set', 'Make an alternate OID the default of its organization'),
  defaultCommand('unset', 'Make the default OID of an organization an ordinary one'),
];
