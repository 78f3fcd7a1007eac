import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { changeTexts } from '../../output/changeText.ts';
import { showList } from '../../output/listing.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { organizationName } from '../../records/organizationLookup.ts';

interface Options extends WriteFlags {
  readonly oid?: readonly string[];
}

const failed = new Set(['failed', 'gone']);

export const directoryImport = defineCommand<Options>({
  name: 'import',
  summary: 'Read directory entries from the FHIR directory by OID',
  description:
    'Each OID ends as created, updated, unchanged, gone (the directory does not know it) or failed; with gone or failed ones the exit is 3.\n--dry-run says the same without changing anything.',
  arguments: [orgArgument],
  options: [
    { flags: '--oid <oid>', summary: 'OID to read; repeat for more, at most 100', group: 'Selection', many: true },
  ],
  fileAction: 'directory.import',
  takes: ['write', 'rows'],
  fields: {
    all: ['oid', 'outcome', 'entryId', 'displayName', 'message', 'changes'],
    table: ['oid', 'outcome', 'displayName', 'message', 'changes'],
    id: 'oid',
  },
  calls: ['organizations.get', 'carequality.importEntries'],
  exits: ['partial', 'not-found', 'invalid', 'conflict'],
  examples: [
    'carepost directory import <org> --oid 2.16.840.1.113883.19.5.9100.1 --dry-run',
    'carepost directory import <org> --oid 2.16.840.1.113883.19.5.9100.1 --yes',
  ],
  async run(context, options, [id = '']) {
    const { oid: oids = [], dryRun = false } = options;
    if (oids.length === 0) throw new CliError('E-USAGE', 'Nothing to read: give --oid.');
    const client = await context.client();
    const name = await organizationName(context, id);
    const what = oids.length === 1 ? `the directory entry ${oids[0]}` : `${oids.length} directory entries`;
    const sending = dryRun
      ? { signal: context.signal }
      : await confirmed(context, `Import ${what} for ${name}`, options);
    const body = { oids: [...oids], dryRun };
    const { results } = await client.carequality.importEntries({ params: { id }, body }, sending);
    const isTable = context.output.format === 'table';
    await showList(
      context,
      isTable ? results.map((result) => ({ ...result, changes: changeTexts(result.changes) })) : results,
    );
    const wrong = results.filter(({ outcome }) => failed.has(outcome));
    if (wrong.length === 0) return undefined;
    return { exit: 'partial', message: `${wrong.length} of ${results.length} OIDs were not imported` };
  },
});
