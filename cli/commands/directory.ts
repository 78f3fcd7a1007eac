import type { DirectoryEntry } from '../../shared/contract/carequality.ts';
import { type Command, defineCommand, type OptionsOf, selectionFlag, contentFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { changeTexts } from '../output/cells.ts';
import type { Row } from '../output/fields.ts';
import { showList } from '../output/listing.ts';
import { actionCommand, fieldsOf, listCommand, type Run } from '../records/commandBuilders.ts';
import { confirmed, type WriteFlags } from '../records/confirmed.ts';
import { readRecord } from '../records/inputFiles.ts';
import { orgArgument, organizationName } from '../records/organizationLookup.ts';
import { itemNamed } from '../records/recordErrors.ts';
import { newFields, setFlag, settableOf, withFields } from '../records/setFields.ts';
import { providerCommands } from './directory/providers.ts';

const entryArgument = {
  name: '<entry>',
  summary: 'OrganizationId of the entry, or the id of its record',
  record: { name: 'directory entry', list: 'directory list <org>', ids: 'text' },
} as const;

/** The entry with an OrganizationId, or with the id of its record. */
const findEntry = async ({ client, read, id }: Run<unknown>, text: string): Promise<DirectoryEntry> => {
  const { items } = await client.carequality.entries({ params: { id } }, read);
  const names = { owner: 'organization', one: 'directory entry', list: `directory list ${id}` };
  return itemNamed(items, text, ['organizationId', 'id'], names);
};

const settable = settableOf('carequality.upsertEntry', 'id', 'isActive');
const readOnly = fieldsOf('carequality.upsertEntry').all.filter((field) => !Object.hasOwn(settable, field));

const checkActive = (input: Row, before: DirectoryEntry | undefined): void => {
  const isActive = input['isActive'] ?? undefined;
  if (isActive === undefined || isActive === (before?.isActive ?? true)) return;
  throw new CliError('E-USAGE', 'upsert cannot activate or deactivate an entry.', {
    hint: 'Remove isActive, and run: carepost directory activate | deactivate',
  });
};

const activeCommand = (name: 'activate' | 'deactivate', summary: string): Command =>
  actionCommand({
    name,
    summary,
    arguments: [orgArgument, entryArgument],
    action: 'directory.active',
    fileImplies: { active: name === 'activate' },
    calls: ['organizations.get', 'carequality.entries', 'carequality.upsertEntry'],
    examples: [`<org> <entry> --yes`, `<org> <entry> --yes --output json --fields displayName,isActive`],
    async change(run) {
      const [id = '', text = ''] = run.args;
      const isActive = name === 'activate';
      const organization = await organizationName(run.context, id);
      const entry = await findEntry(run, text);
      return {
        values: { org_id: id, entry_id: entry.id, active: isActive },
        title: () =>
          `${isActive ? 'Activate' : 'Deactivate'} the directory entry ${entry.displayName} of ${organization}`,
        unchanged: () => `The entry is ${isActive ? 'active' : 'inactive'} already.`,
        done: 'The Directory Entry was edited successfully.',
      };
    },
  });

const importFlags = [
  selectionFlag('--oid <oid>', 'OID to import; repeatable, at most 100', { many: true, required: true }),
] as const;

export const commands: readonly Command[] = [
  ...providerCommands,
  listCommand({
    name: 'list',
    summary: 'List the Carequality directory entries of an organization',
    arguments: [orgArgument],
    columns: ['id', 'responderType', 'organizationId', 'displayName', 'city', 'state', 'isActive'],
    calls: ['carequality.entries'],
    examples: ['<org> --output json', "<org> --where 'isActive=true' -o csv"],
    load: ({ client, id, read }) => client.carequality.entries({ params: { id } }, read),
  }),
  actionCommand({
    name: 'upsert',
    summary: 'Add a directory entry, or change the entry with the same OrganizationId or the one that --entry names',
    arguments: [orgArgument],
    options: [
      selectionFlag('--entry <entry>', 'entry to change, by OrganizationId or id'),
      contentFlag('--file <file>', 'JSON file with the fields, - for standard input; or a CSV file with many entries', {
        complete: 'files',
      }),
      setFlag(settable),
    ],
    action: 'directory.upsert',
    calls: ['organizations.get', 'carequality.entries', 'carequality.upsertEntry'],
    examples: [
      '<org> --file entry.json --yes',
      '<org> --file entry.json --set city=Tucson --set "otherNames=Lake|Shore" --yes',
      '<org> --entry <entry> --set city=Tucson --yes',
    ],
    async change(run) {
      const { context, id } = run;
      const { entry, file, set = [] } = run.options;
      if (file === undefined && set.length === 0) {
        throw new CliError('E-USAGE', 'An entry needs fields: use --file or --set.');
      }
      const organization = await organizationName(context, id);
      const before = entry === undefined ? undefined : await findEntry(run, entry);
      const input = file === undefined ? {} : await readRecord(context, file);
      checkActive(input, before);
      const record: Row = withFields({ ...before, ...input }, set);
      const name = typeof record['displayName'] === 'string' ? record['displayName'] : '';
      return {
        values: { org_id: id, ...(before === undefined ? {} : { entry_id: before.id }) },
        set: newFields({ settable, readOnly }, record),
        title: (current) =>
          `${current === undefined ? 'Add' : 'Change'} the directory entry ${name} of ${organization}`,
        unchanged: () => 'No field differs; nothing was sent.',
        done: (current) => `The Directory Entry was ${current === undefined ? 'added' : 'edited'} successfully.`,
      };
    },
  }),
  activeCommand('activate', 'Activate a directory entry'),
  activeCommand('deactivate', 'Deactivate a directory entry'),
  defineCommand<OptionsOf<typeof importFlags> & WriteFlags>({
    name: 'import',
    summary: 'Import directory entries from the FHIR directory by OID',
    description:
      'The result of each OID is created, updated, unchanged, gone (unknown to the directory) or failed. The exit code is 3 if any OID is gone\nor failed. --dry-run shows the same results without changing anything.',
    arguments: [orgArgument],
    options: importFlags,
    fileAction: 'directory.import',
    takes: ['write', 'rows'],
    fields: {
      all: ['oid', 'outcome', 'entryId', 'displayName', 'message', 'changes'],
      table: ['oid', 'outcome', 'displayName', 'message', 'changes'],
      values: { outcome: ['created', 'updated', 'unchanged', 'gone', 'failed'] },
      id: 'oid',
    },
    calls: ['organizations.get', 'carequality.importEntries'],
    examples: [
      '<org> --oid 2.16.840.1.113883.19.5.9100.1 --dry-run',
      '<org> --oid 2.16.840.1.113883.19.5.9100.1 --yes',
    ],
    async run(context, options, [id = '']) {
      const { oid: oids = [], dryRun = false } = options;
      const client = await context.client();
      const name = await organizationName(context, id);
      const entries = oids.length === 1 ? `the directory entry ${oids[0]}` : `${oids.length} directory entries`;
      const call = dryRun
        ? { signal: context.signal }
        : await confirmed(context, `Import ${entries} for ${name}`, options);
      const body = { oids: [...oids], dryRun };
      const { results } = await client.carequality.importEntries({ params: { id }, body }, call);
      const texts = results.map((result) => ({ ...result, changes: changeTexts(result.changes) }));
      await showList(context, context.output.format === 'table' ? texts : results);
      const failures = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'gone').length;
      if (failures === 0) return undefined;
      return { exit: 'partial', message: `${failures} of ${results.length} OIDs were not imported` };
    },
  }),
];
