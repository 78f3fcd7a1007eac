import { type Context, type Command, defineCommand } from '../command.ts';
import type { AlternateOid } from '../../shared/contract/carequality.ts';
import { oidValueMax } from '../../shared/rules/carequality.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { writeRow } from '../bulk/writeRow.ts';
import { CliError } from '../errors.ts';
import { showList } from '../output/listing.ts';
import type { WriteFlags } from '../records/confirmed.ts';
import { orgArgument, organizationName } from '../records/organizationLookup.ts';
import { recordOf } from '../records/recordCommands.ts';

const oidArgument = {
  name: '<oid>',
  summary: 'the OID itself, or the id of its record',
  record: { name: 'OID', list: 'oids list <org>' },
} as const;
const names = ['id', 'organizationId', 'value', 'isDefault', 'version'];
const listFields = { all: names, table: ['id', 'value', 'isDefault'] };
const fields = { all: names, table: names };

/** The alternate OID with a value, or with the id of its record. */
const findOid = async (context: Context, id: string, text: string): Promise<AlternateOid> => {
  const client = await context.client();
  const { items } = await client.carequality.oids({ params: { id } }, { signal: context.signal });
  const match = items.find((oid) => oid.id === text || oid.value === text);
  if (match !== undefined) return match;
  const values = items.map(({ value }) => value);
  throw new CliError('E-USAGE', `The organization has no OID "${text}".${didYouMean(text, values)}`, {
    code: 'E-NOT-FOUND',
    exit: 'not-found',
    hint: `Run: carepost oids list ${id}`,
  });
};

const list = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'List the alternate OIDs of an organization, the default one first',
  arguments: [orgArgument],
  takes: ['rows'],
  fields: listFields,
  calls: ['carequality.oids'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost oids list <org>', "carepost oids list <org> --where 'isDefault=true' --output json"],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    await showList(context, (await client.carequality.oids({ params: { id } }, { signal: context.signal })).items);
  },
});

interface AddOptions extends WriteFlags {
  readonly default?: boolean;
}

const add = defineCommand<AddOptions>({
  name: 'add',
  summary: 'Add an alternate OID to an organization',
  arguments: [orgArgument, { name: '<value>', summary: `the OID, at most ${oidValueMax} characters` }],
  options: [{ flags: '--default', summary: 'make it the default OID in place of the present one', group: 'Content' }],
  fileAction: 'oids.add',
  takes: ['write', 'record'],
  fields,
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
      title: () => `Add the OID ${value} to ${name}`,
      unchanged: () => `${name} has the OID ${value} already; nothing was sent.`,
      done: 'The OID was added successfully.',
      show: recordOf,
    });
  },
});

interface UpdateOptions extends WriteFlags {
  readonly value?: string;
}

const update = defineCommand<UpdateOptions>({
  name: 'update',
  summary: 'Change the value of an alternate OID',
  arguments: [orgArgument, oidArgument],
  options: [{ flags: '--value <value>', summary: 'the new OID', group: 'Content', required: true }],
  fileAction: 'oids.update',
  takes: ['write', 'record'],
  fields,
  calls: ['organizations.get', 'carequality.oids', 'carequality.updateOid'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost oids update <org> <oid> --value 2.16.840.1.113883.3.9622 --yes',
    'carepost oids update <org> <oid> --value 2.16.840.1.113883.3.9622 --yes --reason "Typing error"',
  ],
  async run(context, { value = '', ...flags }, [id = '', text = '']) {
    const name = await organizationName(context, id);
    const oid = await findOid(context, id, text);
    await writeRow(context, {
      action: 'oids.update',
      values: { org_id: id, oid_id: oid.id, value },
      flags,
      title: () => `Change the OID ${oid.value} of ${name} to ${value}`,
      unchanged: () => `The OID is ${value} already; nothing was sent.`,
      done: 'The OID was updated successfully.',
      show: recordOf,
    });
  },
});

const remove = defineCommand<WriteFlags>({
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
  async run(context, flags, [id = '', text = '']) {
    const name = await organizationName(context, id);
    const oid = await findOid(context, id, text);
    await writeRow(context, {
      action: 'oids.delete',
      values: { org_id: id, value: oid.id },
      flags,
      title: () => `Delete the OID ${oid.value} of ${name}`,
      unchanged: () => `The OID ${oid.value} is deleted already; nothing was sent.`,
      done: 'The OID was deleted.',
      show: () => ({ id: oid.id, value: oid.value, deleted: true }),
    });
  },
});

const defaultCommand = (name: 'set' | 'unset', summary: string): Command =>
  defineCommand<WriteFlags>({
    name: `default ${name}`,
    summary,
    arguments: [orgArgument, oidArgument],
    fileAction: 'oids.default',
    fileImplies: { is_default: name === 'set' },
    takes: ['write', 'record'],
    fields,
    calls: ['organizations.get', 'carequality.oids', 'carequality.updateOid'],
    exits: ['not-found', 'invalid', 'conflict'],
    examples: [
      `carepost oids default ${name} <org> <oid> --yes`,
      `carepost oids default ${name} <org> <oid> --yes --output json --fields value,isDefault`,
    ],
    async run(context, flags, [id = '', text = '']) {
      const isDefault = name === 'set';
      const organization = await organizationName(context, id);
      const { value } = await findOid(context, id, text);
      await writeRow(context, {
        action: 'oids.default',
        values: { org_id: id, value, is_default: isDefault },
        flags,
        title: () =>
          isDefault
            ? `Make ${value} the default OID of ${organization}`
            : `Make ${value} a plain OID of ${organization}`,
        unchanged: () => `The OID ${value} is ${isDefault ? 'the default already' : 'not the default'}.`,
        done: 'The OID was updated successfully.',
        show: recordOf,
      });
    },
  });

export const commands: readonly Command[] = [
  list,
  add,
  update,
  remove,
  defaultCommand('set', 'Make an alternate OID the default of its organization'),
  defaultCommand('unset', 'Make the default OID of an organization a plain one'),
];
