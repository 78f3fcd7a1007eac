import { release } from 'node:os';
import { auditLines } from '../audit/readAudit.ts';
import { auditFile } from '../audit/auditFiles.ts';
import type { AuditLine } from '../audit/chain.ts';
import type { RunFolder } from '../bulk/runFolder.ts';
import { stateOf } from '../bulk/runManifest.ts';
import type { Context } from '../context.ts';
import carepost from '../package.json' with { type: 'json' };
import { type JournalSummary, journalOf } from './bundleJournal.ts';
import { bundleSettings } from './bundleSettings.ts';
import { bundleManifest } from './bundleManifest.ts';

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

/** Gathers the bundle of a run. What it leaves out is told by `inventoryOf`. */
export const makeBundle = async (context: Context, folder: RunFolder): Promise<SupportBundle> => {
  const manifest = await folder.manifest();
  return {
    kind: 'carepost-support-bundle',
    version: 1,
    made: new Date(context.now()).toISOString(),
    versions: {
      carepost: carepost.version,
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

/** What is in the bundle and what is not, in lines for a person. */
export const inventoryOf = ({ settings, journal, audit, codes, timings, run }: SupportBundle, context: Context) => [
  `versions of carepost, Node and the system`,
  `${settings.length} settings with where they come from`,
  `the run ${run.run}: ${run.command}, ${run.action || 'no action'}, ${run.rows} rows, ${run.state}`,
  `${journal.length} journal lines: row, status, code, attempts, correlation id, time`,
  `${codes.length} counts by status and code; times of ${timings.rows} rows`,
  `${audit.length} lines of ${auditFile(context.folders).split('/').at(-1) ?? 'the audit'}: command, flags, counts, exit`,
  removed,
];
