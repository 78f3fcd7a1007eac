import type { RowStatus } from '../../../shared/bulk/journal.ts';
import { resultFields } from '../../bulk/runResults.ts';
import { defineCommand } from '../../command.ts';
import { lastOption, type LastFlag, runArgument, runNamed } from './bulkArguments.ts';
import { statusList } from './rowStatusList.ts';

export const bulkResults = defineCommand<LastFlag & { readonly status?: readonly RowStatus[] }>({
  name: 'results',
  summary: 'Show how each row of a run ended',
  description:
    'As CSV: the columns of the file, then _row, _line, _status, _code, _message, _id, _attempts, _correlation_id and _at. Columns\nthat begin with _ are ignored when such a file is read again.',
  arguments: [runArgument],
  options: [
    lastOption,
    {
      flags: '--status <list>',
      summary: 'only rows that ended so: failed,conflict',
      group: 'Selection',
      parse: statusList,
    },
  ],
  takes: ['record'],
  fields: resultFields,
  calls: [],
  exits: ['not-found', 'conflict'],
  examples: [
    'carepost bulk results <run>',
    'carepost bulk results <run> --output csv',
    'carepost bulk results --last --status failed,conflict --output json',
  ],
  async run(context, flags, [given]) {
    const run = runNamed(given, flags);
    const { showResults } = await import('../../bulk/runResults.ts');
    await showResults(context, run, flags.status);
  },
});
