import { type Context, type Command, defineCommand, type OptionsOf, selectionFlag, safetyFlag } from '../command.ts';
import { basename } from 'node:path';
import { listRuns, openRun } from '../bulk/runFolder.ts';
import { lockRun, recordFields, type RunSummary, runRecord, stateNow } from '../bulk/runManifest.ts';
import { readStatus } from '../bulk/runStatus.ts';
import { parseDuration } from '../durations.ts';
import { showList } from '../output/listing.ts';
import { wholeNumber } from '../tree/flags.ts';
import { commandOfRun } from './bulk/runCommands.ts';

const pruneFlags = [
  selectionFlag('--older-than <duration>', 'only runs started longer ago than this (90d)', { parse: parseDuration }),
  selectionFlag('--keep <number>', 'keep this many of the newest runs, regardless of age', {
    parse: wholeNumber(0, 1_000_000),
  }),
  safetyFlag('--unfinished', 'also runs that can be resumed; never a running one'),
];
type Options = OptionsOf<typeof pruneFlags> & { readonly yes?: boolean };

const defaultAge = parseDuration('90d');
const prunedFields = ['run', 'action', 'started', 'state', 'folder'];

/** The runs to delete: old enough, not among the newest ones, finished or with --unfinished, and never a running one. */
const prunable = async (context: Context, runs: readonly RunSummary[], options: Options) => {
  const { olderThan = defaultAge, keep = 0, unfinished = false } = options;
  const before = context.now() - olderThan;
  const aged = runs.slice(keep).filter(({ manifest }) => Date.parse(manifest.started) < before);
  const known = await Promise.all(aged.map(async (summary) => ({ ...summary, state: await stateNow(summary) })));
  return known.filter(({ state }) => state === 'finished' || (unfinished && state !== 'running'));
};

const remove = async (context: Context, { run, path }: Pick<RunSummary, 'run' | 'path'>): Promise<void> => {
  if (basename(path) !== run) throw new Error(`${path} is not the folder of the run ${run}`);
  const lock = await lockRun(path, run);
  const folder = await openRun(context, run);
  await folder.remove();
  await lock.release();
};

export const commands: readonly Command[] = [
  defineCommand({
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
    examples: ['', "--where 'state!=finished'", "--where 'started>=-7d' --output csv"],
    async run(context) {
      await showList(context, await Promise.all((await listRuns(context)).map((summary) => runRecord(summary))));
    },
  }),
  commandOfRun({
    name: 'show',
    aliases: ['get'],
    summary: 'Show a run: what it did, for whom, with which file, and how it ended',
    takes: ['record'],
    fields: recordFields,
    examples: ['<run>', '--last --output json'],
    async perform(context, id) {
      await context.output.record((await readStatus(context, id)).record);
    },
  }),
  defineCommand<Options>({
    name: 'prune',
    summary: 'Delete the folders of old runs: plan, journal, former cells and results',
    description:
      'A run goes when it is older than --older-than and not among the --keep newest ones. What is deleted cannot be undone by carepost any more.\nThe local audit keeps its lines; those of the server are there anyway.',
    options: pruneFlags,
    takes: ['confirm'],
    fields: prunedFields,
    exits: ['locked'],
    examples: ['--older-than 90d --keep 20 --yes', '--older-than 30d --yes --output json'],
    async run(context, options) {
      const chosen = await prunable(context, await listRuns(context), options);
      const rows = chosen.map(({ run, path, state, manifest }) => {
        const { action, started } = manifest;
        return { run, action, started, state, folder: path };
      });
      if (chosen.length > 0) {
        const runs = chosen.length === 1 ? '1 run' : `${chosen.length} runs`;
        const oldest = rows.at(-1)?.started ?? '';
        context.terminal.note(`${runs}, the oldest of ${oldest}; they cannot be undone by carepost afterwards.`);
        await context.terminal.confirm(`Delete the folders of ${runs}?`, options.yes);
      }
      for (const summary of chosen) await remove(context, summary);
      context.terminal.note(chosen.length === 0 ? 'No run is old enough; nothing was deleted.' : 'Deleted.');
      await context.output.rows(rows);
    },
  }),
];
