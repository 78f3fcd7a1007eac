import type { ApplyFlags } from '../../bulk/applyFlow.ts';
import { overwriteOption, planOutOption, runOptions } from '../../bulk/bulkFlags.ts';
import { runFields } from '../../bulk/runFields.ts';
import { defineCommand } from '../../command.ts';
import { lastOption, type LastFlag, runArgument, runExits, runNamed } from './bulkArguments.ts';

export const bulkUndo = defineCommand<ApplyFlags & LastFlag>({
  name: 'undo',
  summary: 'Take back what a run did, except where somebody changed it since',
  description:
    'An ordinary plan and run: it can be looked at first (--dry-run, --plan-out), resumed, and undone itself. Rows that were\nchanged since the run are conflicts and stay as they are. carepost bulk actions says what cannot be taken back.',
  arguments: [runArgument],
  options: [
    lastOption,
    { flags: '--rows <list>', summary: 'only these rows of the run: 1-50,99', group: 'Selection' },
    ...runOptions,
    planOutOption,
    overwriteOption,
  ],
  takes: ['write', 'record'],
  fields: runFields,
  calls: 'all',
  exits: runExits,
  examples: [
    'carepost bulk undo <run> --yes --rate 50',
    'carepost bulk undo --last --dry-run --rate 50',
    'carepost bulk undo <run> --rows 1 --plan-out undo.json --overwrite --rate 50',
  ],
  async run(context, flags, [given]) {
    const run = runNamed(given, flags);
    const { undoRun } = await import('../../bulk/againFlow.ts');
    return undoRun(context, run, flags);
  },
});
