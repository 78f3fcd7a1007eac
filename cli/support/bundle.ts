import type { Context } from '../command.ts';
import { release } from 'node:os';
import { rowStatuses } from '../../shared/bulk/journal.ts';
import { auditFile, type AuditLine, auditLines } from '../audit/chain.ts';
import type { RunFolder } from '../bulk/runFolder.ts';
import { type RunManifest, type RunState, stateOf } from '../bulk/runManifest.ts';
import { settingNames } from '../config.ts';
import carepostPackage from '../package.json' with { type: 'json' };
import {
  journalOf,
  type JournalSummary,
  plainEnd,
  plainHash,
  plainDateTime,
  plainNumber,
  plainRun,
  plainName,
} from './bundleJournal.ts';

/** Settings whose values are ours or an address of a server; of the others only whether they are set. */
const shown = new Set(['api', 'interop', 'output', 'color', 'timeout', 'maxWait', 'rate', 'environment']);

/** Where a value comes from, without names and paths. */
const sourceWords = (source: string): string => {
  const [word = ''] = source.split(' ');
  if (word === 'flag' || word === 'environment') return source;
  if (word === 'profile' || word === 'default') return word;
  return 'file';
};

/** An address without what may stand in it beside the server. */
const plain = (value: string): string => {
  try {
    return new URL(value).origin;
  } catch {
    return /^[\w. -]{1,40}$/.test(value) ? value : '(set)';
  }
};

export const bundleSettings = ({ config }: Context) =>
  settingNames.map((name) => {
    const { value, source, shadowed } = config.explain(name);
    return {
      setting: name,
      value: value === '' ? '' : shown.has(name) ? plain(value) : '(set)',
      source: sourceWords(source),
      shadowed: shadowed.map((layer) => sourceWords(layer.source)),
    };
  });

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

/** The manifest of a run without texts of users. */
export const bundleManifest = (manifest: RunManifest, state: RunState) => {
  const { run, carepost, node, command, action, plan, source, reason, ticket, counts } = manifest;
  return {
    run: plainRun(run),
    carepost: plainName(carepost),
    node: plainName(node),
    command: plainName(command),
    action: plainName(action),
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
    started: plainDateTime(manifest.started),
    ended: plainDateTime(manifest.ended),
    resumed: plainNumber(manifest.resumed),
    counts:
      counts === null ? null : Object.fromEntries(rowStatuses.map((status) => [status, plainNumber(counts[status])])),
  };
};

/** What goes to support about a run. Each part says by its type what it may hold; none of them takes a text that came with a file or an answer. */
export interface SupportBundle extends JournalSummary {
  readonly kind: 'carepost-support-bundle';
  readonly version: 1;
  readonly made: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: ReturnType<typeof bundleSettings>;
  readonly run: ReturnType<typeof bundleManifest>;
  readonly audit: readonly Pick<AuditLine, 'n' | 'at' | 'command' | 'flags' | 'action' | 'counts' | 'exit' | 'hash'>[];
}

const auditOf = async (context: Context, run: string): Promise<SupportBundle['audit']> => {
  const lines: SupportBundle['audit'][number][] = [];
  for await (const line of auditLines(context.folders)) {
    if (line.run !== run) continue;
    const { n, at, command, flags, action, counts, exit, hash } = line;
    lines.push({ n, at, command, flags, action, counts, exit, hash });
  }
  return lines;
};

/** Gathers the bundle of a run. `inventoryOf` lists what it omits. */
export const makeBundle = async (context: Context, folder: RunFolder): Promise<SupportBundle> => {
  const { manifest } = folder;
  return {
    kind: 'carepost-support-bundle',
    version: 1,
    made: new Date(context.now()).toISOString(),
    versions: {
      carepost: carepostPackage.version,
      node: context.io.system.nodeVersion,
      system: `${context.io.system.platform} ${context.io.system.arch} ${release()}`,
    },
    settings: bundleSettings(context),
    run: bundleManifest(manifest, stateOf(manifest)),
    ...(await journalOf(folder.path)),
    audit: await auditOf(context, folder.run),
  };
};

const removed =
  'left out: names and ids of people and records, cells, former cells, reasons, tickets, messages, file names and paths, profile names, tokens';

/** What is in the bundle and what is not, as lines of text. */
export const inventoryOf = ({ settings, journal, audit, codes, timings, run }: SupportBundle, context: Context) => [
  `versions of carepost, Node and the system`,
  `${settings.length} settings with where they come from`,
  `the run ${run.run}: ${run.command}, ${run.action || 'no action'}, ${run.rows} rows, ${run.state}`,
  `${journal.length} journal lines: row, status, code, attempts, correlation id, time`,
  `${codes.length} counts by status and code; times of ${timings.rows} rows`,
  `${audit.length} lines of ${auditFile(context.folders).split('/').at(-1) ?? 'the audit'}: command, flags, counts, exit`,
  removed,
];
