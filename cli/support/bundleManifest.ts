import { rowStatuses } from '../../shared/bulk/journal.ts';
import type { RunManifest, RunState } from '../bulk/runManifest.ts';
import { plainEnd, plainHash, plainMoment, plainNumber, plainRun, plainWords } from './plainTexts.ts';

/** Options whose values are ours: numbers and words of a fixed list. */
const shownOptions = ['concurrency', 'rate', 'canary', 'verify', 'onDrift', 'maxErrors'] as const;

const optionsOf = (options: RunManifest['options']): RunManifest['options'] =>
  Object.fromEntries(
    shownOptions.map((name) => {
      const value = options[name] ?? null;
      return [name, typeof value !== 'string' || /^[a-z0-9.%]{1,10}$/.test(value) ? value : '[removed]'];
    }),
  );

const lengthOf = (text: string | null): string | null => (text === null ? null : `[len ${text.length}]`);

/** The manifest of a run without anything a person wrote. */
export const bundleManifest = (manifest: RunManifest, state: RunState) => {
  const { run, carepost, node, command, action, plan, source, reason, ticket, counts } = manifest;
  return {
    run: plainRun(run),
    carepost: plainWords(carepost),
    node: plainWords(node),
    command: plainWords(command),
    action: plainWords(action),
    rows: plainNumber(plan.rows),
    plan: plainHash(plan.id),
    planSha256: plainHash(plan.sha256),
    sourceSha256: plainHash(source.sha256),
    options: optionsOf(manifest.options),
    reason: lengthOf(reason),
    ticket: lengthOf(ticket),
    retryOf: plainRun(manifest.retryOf),
    undoOf: plainRun(manifest.undoOf),
    state,
    end: plainEnd(manifest.end),
    exit: plainNumber(manifest.exit),
    started: plainMoment(manifest.started),
    ended: plainMoment(manifest.ended),
    resumed: plainNumber(manifest.resumed),
    counts:
      counts === null ? null : Object.fromEntries(rowStatuses.map((status) => [status, plainNumber(counts[status])])),
  };
};
