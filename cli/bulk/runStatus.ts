import { setTimeout as wait } from 'node:timers/promises';
import { type RowStatus, rowStatuses } from '../../shared/bulk/journal.ts';
import type { Context } from '../context.ts';
import type { FieldList } from '../command.ts';
import { countFields, emptyCounts } from './counts.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { startProgress } from '../output/progress.ts';
import { openRun, type RunFolder } from './runFolder.ts';
import { stateOf } from './runManifest.ts';
import { recordFields, runRecord } from './runRecord.ts';

const watchedEvery = 1000;

const shown = ['run', 'action', 'state', 'rows', ...countFields, 'started', 'ended'];
export const statusFields: FieldList = { all: recordFields, table: shown, id: 'run' };

/** Rows by how they stand, as the journal has it; rows that were sent and not answered are unknown. */
const countsNow = async (folder: RunFolder, rows: number): Promise<Readonly<Record<RowStatus, number>>> => {
  const { outcomes, open } = await folder.past();
  const counts = { ...emptyCounts() };
  for (const { status } of outcomes.values()) counts[status] += 1;
  const unanswered = [...open.keys()].filter((row) => !outcomes.has(row)).length;
  counts.unknown += unanswered;
  const reached = rowStatuses.filter((status) => status !== 'not_run').reduce((sum, status) => sum + counts[status], 0);
  counts.not_run = rows - reached;
  return counts;
};

const look = async (context: Context, run: string) => {
  const folder = await openRun(context, run);
  const manifest = await folder.manifest();
  const counts = manifest.counts ?? (await countsNow(folder, manifest.plan.rows));
  const summary = { run: folder.run, path: folder.path, state: stateOf(manifest), manifest };
  const record = await runRecord(summary, counts);
  return { isRunning: record.state === 'running', counts, record };
};

const watchRun = async (context: Context, run: string): Promise<void> => {
  const line = startProgress(context);
  try {
    for (let seen = await look(context, run); seen.isRunning; seen = await look(context, run)) {
      const { rows } = seen.record;
      const { ok, failed, unknown, not_run: notRun } = seen.counts;
      const text = `${thousands(rows - notRun)}/${thousands(rows)} ok ${thousands(ok)} failed ${thousands(failed)} unknown ${thousands(unknown)}`;
      line.update(text, seen.record);
      await wait(watchedEvery, undefined, { signal: context.signal });
    }
  } finally {
    line.end();
  }
};

/** `bulk status`: how a run stands; with --watch when its process has ended. */
export const showStatus = async (context: Context, runOrLast: string, isWatching: boolean): Promise<void> => {
  const { run } = await openRun(context, runOrLast);
  if (isWatching) await watchRun(context, run);
  const { record } = await look(context, run);
  if (record.state === 'open') context.terminal.note(`Its process ended early. Go on: carepost bulk resume ${run}`);
  await context.output.record(record);
};
