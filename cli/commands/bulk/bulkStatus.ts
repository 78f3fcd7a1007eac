import { statusFields } from '../../bulk/runStatus.ts';
import { defineCommand } from '../../command.ts';
import { lastOption, type LastFlag, runArgument, runNamed } from './bulkArguments.ts';

export const bulkStatus = defineCommand<LastFlag & { readonly watch?: boolean }>({
  name: 'status',
  summary: 'Say how a run stands',
  description:
    'running: a process works on it. open: its process was killed. stopped: it ended before all rows had their turn.',
  arguments: [runArgument],
  options: [lastOption, { flags: '--watch', summary: 'go on looking until its process ends', group: 'Output' }],
  takes: ['record'],
  fields: statusFields,
  calls: [],
  exits: ['not-found', 'interrupted', 'terminated'],
  examples: ['carepost bulk status <run>', 'carepost bulk status --last --watch --output json'],
  async run(context, flags, [given]) {
    const run = runNamed(given, flags);
    const { showStatus } = await import('../../bulk/runStatus.ts');
    await showStatus(context, run, flags.watch === true);
  },
});
