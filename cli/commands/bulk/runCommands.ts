import { bulkActions } from '../../../shared/bulk/actions/catalogue.ts';
import { type RowStatus, rowStatuses } from '../../../shared/bulk/journal.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';
import { overwriteOption, planOutOption, runOptions } from '../../bulk/bulkFlags.ts';
import { runFields } from '../../bulk/runManifest.ts';
import { resultFields, statusFields } from '../../bulk/runStatus.ts';
import {
  type ArgumentSpec,
  type Command,
  type Definition,
  type Context,
  defineCommand,
  type OptionsOf,
  type OptionSpec,
  outputFlag,
  selectionFlag,
} from '../../command.ts';
import { CliError } from '../../errors.ts';
import type { WriteFlags } from '../../records/confirmed.ts';
import type { ExitName, Outcome } from '../../exits.ts';

const names = bulkActions.map(({ name }) => name);

export const actionArgument = {
  name: '<action>',
  summary: 'orgs.update, …: carepost bulk actions',
  choices: names,
} as const;
export const optionalAction = { ...actionArgument, name: '[action]' } as const;

const runArgument: ArgumentSpec = { name: '[run]', summary: 'id of the run; or --last', complete: 'runs' };
const lastOption: OptionSpec = selectionFlag('--last', 'the latest run');

interface LastFlag {
  readonly last?: boolean;
}

/** The run for openRun: an id or `last`. */
const runNamed = (runId: string | undefined, { last }: LastFlag): string => {
  if (runId !== undefined && last === true)
    throw new CliError('E-USAGE', 'Use either the id of a run or --last, not both.');
  if (runId !== undefined) return runId;
  if (last === true) return 'last';
  throw new CliError('E-USAGE', 'Specify a run by its id, or use --last.', { hint: 'Run: carepost runs list' });
};

/** A command about one run: its id, or --last. */
export const commandOfRun = <const Specs extends readonly OptionSpec[] = []>({
  options,
  perform,
  ...spec
}: Omit<Definition, 'arguments' | 'options' | 'run'> & {
  readonly options?: Specs;
  readonly perform: (context: Context, run: string, flags: OptionsOf<Specs> & WriteFlags) => Promise<Outcome | void>;
}): Command =>
  defineCommand<OptionsOf<Specs> & WriteFlags & LastFlag>({
    ...spec,
    arguments: [runArgument],
    options: [lastOption, ...(options ?? [])],
    run: (context, flags, [runId]) => perform(context, runNamed(runId, flags), flags),
  });

const runExits: readonly ExitName[] = ['locked', 'brake'];

/** Common to the commands that apply many rows. */
export const sendsRows = { takes: ['write', 'record'], fields: runFields, calls: 'all', exits: runExits } as const;

const listed = (text: string): string[] => text.split(',').map((entry) => entry.trim());

/** `failed,conflict` as --status takes it. */
const statusList = (text: string): readonly RowStatus[] =>
  listed(text).map((name) => {
    const match = rowStatuses.find((status) => status === name);
    if (match !== undefined) return match;
    const known = rowStatuses.join(', ');
    throw new TypeError(`"${name}" must be a row status: ${known}.${didYouMean(name, rowStatuses)}`);
  });

const notForResume = /^--(run-dir|max-changes|max-deletes) /;

/** What follows an apply: its run resumed, retried, shown and undone. */
export const runCommands: readonly Command[] = [
  commandOfRun({
    name: 'resume',
    summary: 'Resume a run that was stopped or killed',
    description:
      'Rows with an outcome stay as they are. Rows that were sent without a response are looked up before anything is sent again, so\nnothing is done twice. The rate and the limits of the original run apply unless flags override them.',
    options: [...runOptions.filter(({ flags }) => !notForResume.test(flags)), overwriteOption],
    ...sendsRows,
    examples: ['<run> --yes', '--last --yes --max-errors 100 --output json'],
    perform: async (context, run, flags) => (await import('../../bulk/continueRun.ts')).resumeRun(context, run, flags),
  }),
  commandOfRun({
    name: 'retry',
    summary: "Retry a run's failed rows in a new run",
    description: 'The rows are planned again with the current records. The new run names the one that it retries.',
    options: [
      selectionFlag('--status <list>', 'statuses of the rows to retry: failed,conflict by default', {
        parse: statusList,
      }),
      selectionFlag('--code <list>', 'rows that ended with one of these codes: E-…', { parse: listed }),
      ...runOptions,
      planOutOption,
      overwriteOption,
    ],
    ...sendsRows,
    examples: ['<run> --yes --rate 50', '--last --status failed,unknown --yes --rate 50 --output json'],
    perform: async (context, run, flags) => (await import('../../bulk/continueRun.ts')).retryRun(context, run, flags),
  }),
  commandOfRun({
    name: 'status',
    summary: 'Show the state of a run',
    description:
      'running: a process works on it. open: its process was killed. stopped: it ended before all rows had their turn.',
    options: [outputFlag('--watch', 'keep watching until its process ends')],
    takes: ['record'],
    fields: statusFields,
    exits: ['interrupted', 'terminated'],
    examples: ['<run>', '--last --watch --output json'],
    perform: async (context, run, flags) =>
      (await import('../../bulk/runStatus.ts')).showStatus(context, run, flags.watch === true),
  }),
  commandOfRun({
    name: 'results',
    summary: 'Show how each row of a run ended',
    description:
      'As CSV: the columns of the file, then _row, _line, _status, _code, _message, _id, _attempts, _correlation_id and _at. Columns\nthat begin with _ are ignored when such a file is read again.',
    options: [
      selectionFlag('--status <list>', 'only rows with these statuses: failed,conflict', { parse: statusList }),
    ],
    takes: ['record'],
    fields: resultFields,
    exits: ['conflict'],
    examples: ['<run>', '<run> --output csv', '--last --status failed,conflict --output json'],
    perform: async (context, run, flags) =>
      (await import('../../bulk/runStatus.ts')).showResults(context, run, flags.status),
  }),
  commandOfRun({
    name: 'undo',
    summary: 'Undo a run, except for records that were changed since',
    description:
      'An ordinary plan and run: it can be previewed (--dry-run, --plan-out), resumed, and undone itself. Rows that were\nchanged since the run are conflicts and stay as they are. carepost bulk actions shows what cannot be undone.',
    options: [
      selectionFlag('--rows <list>', 'only these rows of the run: 1-50,99'),
      ...runOptions,
      planOutOption,
      overwriteOption,
    ],
    ...sendsRows,
    examples: [
      '<run> --yes --rate 50',
      '--last --dry-run --rate 50',
      '<run> --rows 1 --plan-out undo.json --overwrite --rate 50',
    ],
    perform: async (context, run, flags) => (await import('../../bulk/continueRun.ts')).undoRun(context, run, flags),
  }),
];
