import { defineCommand } from '../../command.ts';
import { lastOption, type LastFlag, runArgument, runNamed } from '../bulk/bulkArguments.ts';
import { recordFields, runRecord } from '../../bulk/runRecord.ts';

export const runsShow = defineCommand<LastFlag>({
  name: 'show',
  aliases: ['get'],
  summary: 'Show a run: what it did, for whom, with which file, and how it ended',
  arguments: [runArgument],
  options: [lastOption],
  takes: ['record'],
  fields: { all: recordFields, table: recordFields, id: 'run' },
  calls: [],
  exits: ['not-found'],
  examples: ['carepost runs show <run>', 'carepost runs show --last --output json'],
  async run(context, flags, [given]) {
    const { openRun } = await import('../../bulk/runFolder.ts');
    const { stateOf } = await import('../../bulk/runManifest.ts');
    const folder = await openRun(context, runNamed(given, flags));
    const manifest = await folder.manifest();
    const { run, path } = folder;
    await context.output.record(await runRecord({ run, path, manifest, state: stateOf(manifest) }));
  },
});
