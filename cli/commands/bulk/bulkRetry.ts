import type { RetryFlags } from '../../bulk/againFlow.ts';
import { overwriteOption, planOutOption, runOptions } from '../../bulk/bulkFlags.ts';
import { runFields } from '../../bulk/runFields.ts';
import { defineCommand } from '../../command.ts';
import { lastOption, type LastFlag, runArgument, runExits, runNamed } from './bulkArguments.ts';
import { listed, statusList } from './rowStatusList.ts';

export const bulkRetry = defineCommand<RetryFlags & LastFlag>({
  name: 'retry',
  summary: 'Do the rows of a run over that did not end well, in a new run',
  description: 'The rows are planned afresh against what stands now. The new run names the one it repeats.',
  arguments: [runArgument],
  options: [
    lastOption,
    {
      flags: '--status <list>',
      summary: 'rows that ended so: failed,conflict unless given',
      group: 'Selection',
      parse: statusList,
    },
    {
      flags: '--code <list>',
      summary: 'rows that ended with one of these codes: E-…',
      group: 'Selection',
      parse: listed,
    },
    ...runOptions,
    planOutOption,
    overwriteOption,
  ],
  takes: ['write', 'record'],
  fields: runFields,
  calls: 'all',
  exits: runExits,
  examples: [
    'carepost bulk retry <run> --yes --rate 50',
    'carepost bulk retry --last --status failed,unknown --yes --rate 50 --output json',
  ],
  async run(context, flags, [given]) {
    const run = runNamed(given, flags);
    const { retryRun } = await import('../../bulk/againFlow.ts');
    return retryRun(context, run, flags);
  },
});
