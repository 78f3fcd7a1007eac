import { defineCommand } from '../../command.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { eulaArgument, eulaFields } from './eulaFields.ts';

export const eulasActivate = defineCommand<WriteFlags>({
  name: 'activate',
  summary: 'Put a license agreement in force; the former one of its brand ends',
  arguments: [eulaArgument],
  takes: ['write', 'record'],
  fields: { ...eulaFields, table: eulaFields.all },
  calls: ['eulas.get', 'eulas.activate'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost eulas activate <id> --yes',
    'carepost eulas activate <id> --yes --reason "Approved by legal" --output json',
  ],
  async run(context, flags, [id = '']) {
    const client = await context.client();
    const { version, brandName } = await client.eulas.get({ params: { id } }, { signal: context.signal });
    const deed = `Put version ${version} of ${brandName || 'the platform'} in force for everybody`;
    const sending = await confirmed(context, deed, flags);
    const activated = await client.eulas.activate({ params: { id } }, sending);
    context.terminal.note('The agreement is active.');
    await context.output.record(activated);
  },
});

export const eulasDelete = defineCommand<WriteFlags>({
  name: 'delete',
  aliases: ['rm'],
  summary: 'Delete a license agreement that is not active and that nobody accepted',
  arguments: [eulaArgument],
  takes: ['write', 'record'],
  fields: { all: ['id', 'version', 'deleted'], table: ['id', 'version', 'deleted'] },
  calls: ['eulas.get', 'eulas.delete'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost eulas delete <id> --yes',
    'carepost eulas delete <id> --yes --reason "A draft only" --output json',
  ],
  async run(context, flags, [id = '']) {
    const client = await context.client();
    const { version, brandName } = await client.eulas.get({ params: { id } }, { signal: context.signal });
    const sending = await confirmed(context, `Delete version ${version} of ${brandName || 'the platform'}`, flags);
    await client.eulas.delete({ params: { id } }, sending);
    context.terminal.note('The agreement was deleted.');
    await context.output.record({ id, version, deleted: true });
  },
});
