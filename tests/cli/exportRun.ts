import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Destination, toFile } from '../../cli/exports/destination.ts';
import { exportToFile, type ExportOptions, type ExportSource } from '../../cli/exports/exportToFile.ts';
import type { Download } from '../../shared/client/download.ts';

/** A folder of the test's own, gone afterwards. */
export const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'carepost-export-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

export const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder)).sort();

export type Chunk = Uint8Array | Error | 'stall';

/** A download as a server would give it: chunks, a broken connection, or one that sends no more and does not hang up. */
export const downloadOf = (chunks: readonly Chunk[], more: Partial<Download> = {}): Download => ({
  fileName: 'carepost_Organizations_2026-08-21_06-00-00.csv',
  size: undefined,
  correlationId: 'given-by-server',
  body: (async function* () {
    for (const chunk of chunks) {
      if (chunk === 'stall') await new Promise(() => undefined);
      else if (chunk instanceof Error) throw chunk;
      else yield chunk;
    }
  })(),
  ...more,
});

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const runExport = async (
  download: Download | ((signal: AbortSignal) => Promise<Download>),
  target: string | Destination,
  options: Partial<ExportOptions> & { overwrite?: boolean; source?: Partial<ExportSource> } = {},
) => {
  const { overwrite = false, source, ...rest } = options;
  const destination = typeof target === 'string' ? await toFile(target, overwrite) : target;
  return exportToFile(
    {
      correlationId: 'asked-for',
      open: typeof download === 'function' ? download : () => Promise.resolve(download),
      ...source,
    },
    destination,
    {
      about: {
        report: 'organizations',
        selection: [],
        format: 'csv',
        origin: 'https://api.example',
        profile: 'staging',
      },
      gzip: false,
      excel: false,
      checksum: false,
      latest: false,
      keepPartial: false,
      idleMs: 10_000,
      signal: new AbortController().signal,
      progress: { rows: 0, bytes: 0 },
      onExit: () => () => undefined,
      now: () => Date.parse('2026-08-21T06:00:00Z'),
      ...rest,
    },
  );
};
