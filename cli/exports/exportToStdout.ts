import type { OutputStream } from '../io.ts';
import type { ExportSource } from './exportToFile.ts';
import type { Manifest } from './manifest.ts';
import { type Seen, stopperFor, type Transferred, type Transform, transfer } from './transfer.ts';
import { verdictOf } from './verdict.ts';

/** Sends an export to standard output. What a reader gets before a failure it has; the exit code tells it to drop it. */
export const exportToStdout = async (
  stdout: OutputStream,
  source: ExportSource,
  options: Transform & { readonly idleMs: number; readonly signal: AbortSignal; readonly seen: Seen },
): Promise<Transferred & Pick<Manifest, 'verdict' | 'doubts'>> => {
  const stop = stopperFor(options.signal);
  const download = await source.open(stop.signal);
  const { key, select, tally } = source;
  const result = await transfer(download, stdout, { ...options, stop, key, select, tally, keepOpen: true });
  return { ...result, ...verdictOf({ ...result, facts: source.facts?.() }) };
};
