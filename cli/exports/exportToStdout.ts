import type { ExportSource } from './exportToFile.ts';
import { type Seen, stopperFor, type Transferred, type Transform, transfer } from './transfer.ts';

/** Sends an export to standard output. What a reader gets before a failure it has; the exit code tells it to drop it. */
export const exportToStdout = async (
  source: ExportSource,
  options: Transform & { readonly idleMs: number; readonly signal: AbortSignal; readonly seen: Seen },
): Promise<Transferred> => {
  const stop = stopperFor(options.signal);
  const download = await source.open(stop.signal);
  return transfer(download, process.stdout, { ...options, stop });
};
