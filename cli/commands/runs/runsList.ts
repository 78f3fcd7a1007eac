import { defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';
import { recordFields, runRecord } from '../../bulk/runRecord.ts';

export const runsList = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'List the runs of this machine, newest first',
  description:
    'running: a process works on it. open: its process was killed. stopped: it ended before all rows had their turn. finished: all rows have an outcome.',
  takes: ['rows'],
  fields: {
    all: recordFields,
    table: ['run', 'action', 'started', 'state', 'rows', 'ok', 'failed', 'conflict', 'unknown', 'profile'],
    id: 'run',
  },
  calls: [],
  examples: [
    'carepost runs list',
    "carepost runs list --where 'state!=finished'",
    "carepost runs list --where 'started>=-7d' --output csv",
  ],
  async run(context) {
    const { listRuns } = await import('../../bulk/runFolder.ts');
    await showList(context, await Promise.all((await listRuns(context)).map((summary) => runRecord(summary))));
  },
});
