import type { Client } from '../../../shared/client/createClient.ts';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { readRecord } from '../../records/inputFiles.ts';
import type { BodyOf } from '../../records/resource.ts';
import { type FieldValue, type Settable, setFlag, withFields } from '../../records/setFields.ts';
import { findEntry, oneEntry, organizationArgument } from './directoryRecord.ts';

interface Options extends WriteFlags {
  readonly entry?: string;
  readonly file?: string;
  readonly set?: readonly FieldValue[];
}

const settable: Settable = {
  responderType: 'text',
  organizationId: 'text',
  homeCommunityId: 'text',
  displayName: 'text',
  legalName: 'text',
  otherNames: 'list',
  parentOrgId: 'text',
  address: 'text',
  city: 'text',
  state: 'text',
  zipCode: 'text',
  country: 'text',
};

export const directoryUpsert = defineCommand<Options>({
  name: 'upsert',
  summary: 'Add a directory entry, or change the one named by --entry',
  arguments: [organizationArgument],
  options: [
    { flags: '--entry <entry>', summary: 'the entry to change, by OrganizationId or id', group: 'Selection' },
    {
      flags: '--file <file>',
      summary: 'JSON with its fields; - is standard input',
      group: 'Selection',
      complete: 'files',
    },
    setFlag(settable),
  ],
  takes: ['write', 'record'],
  fields: oneEntry,
  calls: ['carequality.entries', 'carequality.upsertEntry'],
  exits: ['not-found', 'invalid', 'conflict', 'io'],
  examples: [
    'carepost directory upsert <org> --file entry.json --yes',
    'carepost directory upsert <org> --file entry.json --set city=Tucson --set "otherNames=Lake|Shore" --yes',
    'carepost directory upsert <org> --entry <entry> --set city=Tucson --yes',
  ],
  async run(context, options, [id = '']) {
    const { entry, file, set = [] } = options;
    if (file === undefined && set.length === 0) throw new CliError('E-USAGE', 'Give the fields: --file or --set.');
    const client = await context.client();
    const before = entry === undefined ? {} : await findEntry(client, id, entry, context.signal);
    const given = file === undefined ? {} : await readRecord(file);
    const body = withFields({ ...before, ...given }, set) as BodyOf<Client['carequality']['upsertEntry']>;
    const isNew = body.id === undefined;
    const deed = `${isNew ? 'Add' : 'Change'} the directory entry ${body.displayName}`;
    const sending = await confirmed(context, deed, options);
    const saved = await client.carequality.upsertEntry({ params: { id }, body }, sending);
    context.terminal.note(`The Directory Entry was ${isNew ? 'added' : 'edited'} successfully.`);
    await context.output.record(saved);
  },
});
