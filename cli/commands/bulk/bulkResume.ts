import { overwriteOption, type RunFlags, runOptions } from '../../bulk/bulkFlags.ts';
import { runFields } from '../../bulk/runFields.ts';
import { defineCommand } from '../../command.ts';
import { lastOption, type LastFlag, runArgument, runExits, runNamed } from './bulkArguments.ts';

const notForResume = /^--(run-dir|max-changes|max-deletes) /;

export const bulkResume = defineCommand<RunFlags & LastFlag>({
  name: 'resume',
  summary: 'Go on with a run that was stopped or killed',
  description:
    'Rows with an outcome stay as they are. Rows that were sent without an answer are looked up before anything is sent again, so\nnothing is done twice. Unless told otherwise it goes on at the rate and with the limits the run was begun with.',
  arguments: [runArgument],
  options: [lastOption, ...runOptions.filter(({ flags }) => !notForResume.test(flags)), overwriteOption],
  takes: ['write', 'record'],
  fields: runFields,
  calls: 'all',
  exits: runExits,
  examples: ['carepost bulk resume <run> --yes', 'carepost bulk resume --last --yes --max-errors 100 --output json'],
  async run(context, flags, [given]) {
    const run = runNamed(given, flags);
    const { resumeRun } = await import('../../bulk/resumeFlow.ts');
    return resumeRun(context, run, flags);
  },
});
