import type { Client } from '../client/createClient.ts';
import type { BulkAction } from './action.ts';
import { addConsequences, type ConsequenceTotals } from './consequences.ts';
import { haltingWith } from './halting.ts';
import { inOrder } from './ordered.ts';
import { pacedClient } from './paced.ts';
import { footLine, footStart, headLine, rowLine } from './planFile.ts';
import { type PlanFoot, type PlanHead, planFormat, planLifeMs, type Verdict, verdicts } from './plan.ts';
import { planRow } from './planRow.ts';
import type { Pace, Platform } from './platform.ts';
import type { CellProblem, RowProblem } from './problems.ts';
import { createShared } from './rowContext.ts';
import type { TableRow } from './table.ts';
import type { Values } from './values.ts';

/** Where the text of a plan goes, line by line. */
export interface PlanSink {
  write(text: string): Promise<void>;
}

/** A row to plan: of a table, or of an earlier run that is repeated or taken back. */
export interface PlannedRow extends TableRow {
  /** Action of its own; else the plan's. */
  readonly action?: string;
  /** Hash of the state the row left behind; what differs from it was changed by somebody else since. */
  readonly expectedHash?: string | null;
  /** Run the row takes back: what another run or a person changed after it must not be lost. */
  readonly undoneRun?: string;
  /** By what that state is read, where it is not the action of the row. */
  readonly witness?: { readonly action: string; readonly values: Values };
  /** Why the row cannot be carried out: it is shown as a conflict and never sent. */
  readonly conflict?: CellProblem;
}

export interface PlanInput {
  readonly action: BulkAction;
  /** Finds the action of a row that names one of its own (undo). */
  readonly actionNamed: (name: string) => BulkAction | undefined;
  readonly rows: AsyncIterable<PlannedRow>;
  readonly head: Omit<PlanHead, 'format' | 'id' | 'createdAt' | 'expiresAt'>;
  readonly client: Client;
  readonly pace: Pace;
  readonly platform: Platform;
  /** Calls at the same time; 4 unless given. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  /** All waits the server asks for together, in ms; 15 minutes unless given. */
  readonly maxWaitMs?: number;
  readonly sink: PlanSink;
  readonly tell?: (problem: RowProblem, isWarning: boolean) => void | Promise<void>;
  readonly onProgress?: (rows: number) => void;
}

/** `foot` is undefined where rows have problems: then nothing of the plan may be used. */
export interface Planned {
  readonly head: PlanHead;
  readonly foot: PlanFoot | undefined;
  readonly problems: number;
}

/** All waits together that the server may ask a plan or a run for, in ms, unless it is told otherwise. */
export const usualMaxWaitMs = 15 * 60 * 1000;

const usualConcurrency = 4;
/** Rows that may wait behind a slow one, per call at the same time. */
const windowFactor = 8;

/**
 * Reads what stands for each row, checks it and writes the plan: the changed cells, what they bring about, and a hash of what stood.
 * Sends nothing that changes anything. Rejects with the ApiError of a failure that is not about a row, and with the reason of an
 * aborted signal.
 */
export const makePlan = async (input: PlanInput): Promise<Planned> => {
  const { platform, sink, concurrency = usualConcurrency } = input;
  const now = platform.now();
  const head: PlanHead = {
    format: planFormat,
    id: platform.newId(),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + planLifeMs).toISOString(),
    ...input.head,
  };
  const sum = platform.digest();
  const write = async (text: string) => {
    sum.update(text);
    await sink.write(text);
  };

  const halting = haltingWith(input.signal);
  const { signal } = halting;
  const maxWaitMs = input.maxWaitMs ?? usualMaxWaitMs;
  const paced = pacedClient({ ...input, signal, maxWaitMs, isReading: true });
  const shared = createShared();
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  let consequences: ConsequenceTotals = {};
  let calls = 0;
  let rows = 0;
  let problems = 0;

  // The first failure ends the others, which may be waiting for minutes.
  const halted = (error: unknown): never => {
    halting.halt(error);
    throw error;
  };
  const work = (row: PlannedRow) => planRow(row, { ...input, signal, client: paced.client, shared }).catch(halted);
  async function* source(): AsyncGenerator<PlannedRow> {
    try {
      yield* input.rows;
    } catch (error) {
      halted(error);
    }
  }
  const limits = { atOnce: concurrency, ahead: concurrency * windowFactor };
  await write(headLine(head));
  try {
    for await (const found of inOrder(source(), limits, work)) {
      for (const warning of found.warnings) await input.tell?.(warning, true);
      for (const problem of found.problems) await input.tell?.(problem, false);
      problems += found.problems.length;
      // A plan with problems is thrown away; its text is worth no time.
      if (found.planned !== undefined && problems === 0) {
        await write(rowLine(found.planned, rows === 0));
        counts[found.planned.verdict] += 1;
        consequences = addConsequences(consequences, found.planned.consequences);
        calls += found.calls;
      }
      rows += 1;
      input.onProgress?.(rows);
    }
  } finally {
    halting.end();
  }
  if (problems > 0) return { head, foot: undefined, problems };
  const totals = { rows, counts, consequences, calls };
  sum.update(footStart(totals));
  const foot: PlanFoot = { ...totals, sha256: await sum.hex() };
  await sink.write(footLine(foot));
  return { head, foot, problems };
};
