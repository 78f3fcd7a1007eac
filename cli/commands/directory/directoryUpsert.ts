import type { DirectoryEntry } from '../../../shared/contract/carequality.ts';
import { writeRow } from '../../bulk/writeRow.ts';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import type { Row } from '../../output/fields.ts';
import { readRecord } from '../../records/inputFiles.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { organizationName } from '../../records/organizationLookup.ts';
import { givenFields, recordOf } from '../../records/resourceRows.ts';
import { type FieldValue, type Settable, setFlag, withFields } from '../../records/setFields.ts';
import type { WriteFlags } from '../../records/writeFlags.ts';
import { findEntry, oneEntry } from './directoryRecord.ts';

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

/** What an entry that was listed has besides; the server keeps it. */
const kept = oneEntry.all.filter((field) => !Object.hasOwn(settable, field));

const nameIn = (fields: Row): string => (typeof fields['displayName'] === 'string' ? fields['displayName'] : '');

const checkActive = (given: Row, before: DirectoryEntry | undefined): void => {
  const isActive = given['isActive'] ?? undefined;
  if (isActive === undefined || isActive === (before?.isActive ?? true)) return;
  throw new CliError('E-USAGE', 'Whether an entry is active is not set here.', {
    exit: 'invalid',
    hint: 'Leave isActive out, and run: carepost directory activate | deactivate',
  });
};

export const directoryUpsert = defineCommand<Options>({
  name: 'upsert',
  summary: 'Add a directory entry, or change the one that has its OrganizationId or is named by --entry',
  arguments: [orgArgument],
  options: [
    { flags: '--entry <entry>', summary: 'the entry to change, by OrganizationId or id', group: 'Selection' },
    {
      flags: '--file <file>',
      summary: 'JSON with its fields; - is standard input; or a CSV with many of them',
      group: 'Selection',
      complete: 'files',
    },
    setFlag(settable),
  ],
  fileAction: 'directory.upsert',
  takes: ['write', 'record'],
  fields: oneEntry,
  calls: ['organizations.get', 'carequality.entries', 'carequality.upsertEntry'],
  exits: ['not-found', 'invalid', 'conflict', 'io'],
  examples: [
    'carepost directory upsert <org> --file entry.json --yes',
    'carepost directory upsert <org> --file entry.json --set city=Tucson --set "otherNames=Lake|Shore" --yes',
    'carepost directory upsert <org> --entry <entry> --set city=Tucson --yes',
  ],
  async run(context, { entry, file, set = [], ...flags }, [id = '']) {
    if (file === undefined && set.length === 0) throw new CliError('E-USAGE', 'Give the fields: --file or --set.');
    const name = await organizationName(context, id);
    const before = entry === undefined ? undefined : await findEntry(await context.client(), id, entry, context.signal);
    const given = file === undefined ? {} : await readRecord(context, file);
    checkActive(given, before);
    const fields = withFields({ ...before, ...given }, set);
    await writeRow(context, {
      action: 'directory.upsert',
      values: { org_id: id, ...(before === undefined ? {} : { entry_id: before.id }) },
      set: givenFields({ settable, kept }, fields),
      flags,
      deed: (found) => `${found === undefined ? 'Add' : 'Change'} the directory entry ${nameIn(fields)} of ${name}`,
      unchanged: () => 'Nothing differs; nothing was sent.',
      done: (found) => `The Directory Entry was ${found === undefined ? 'added' : 'edited'} successfully.`,
      show: recordOf,
    });
  },
});
