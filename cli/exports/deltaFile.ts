import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { CliError } from '../errors.ts';
import { cellText } from '../output/cells.ts';
import { compareFiles, differenceFields } from './compareFiles.ts';
import { openExported } from './exportedRows.ts';
import { type DeltaFacts, deltaName, type Manifest } from './manifest.ts';
import type { Entry } from './register.ts';
import type { Staging } from './stagedFiles.ts';
import type { KeyChoice } from './transfer.ts';

/** The differences under their temporary name, and their counts. The name of the file follows from that of the export. */
export interface Compared {
  readonly temporary: string;
  readonly facts: Omit<DeltaFacts, 'file'>;
}

/** Lines written at once. */
const batchSize = 256;

/** Writes the differences between the last good export and the new one beside the new one, under a temporary name. */
export const writeDelta = async (
  last: Entry,
  input: { manifest: Manifest; temporary: string; staging: Staging },
  choice: KeyChoice,
  signal: AbortSignal,
): Promise<Compared> => {
  const { manifest, temporary, staging } = input;
  const lastPath = join(last.folder, last.manifest.file);
  const before = await openExported(lastPath, last.manifest);
  const after = await openExported(temporary, manifest);
  const comparison = compareFiles(before, after, {
    key: choice.asked,
    known: choice.known,
  });
  const { onlyOld, onlyNew } = comparison;
  if (onlyOld.length > 0 || onlyNew.length > 0) {
    throw new CliError(
      'E-EXPORT-KEY',
      `The columns changed since ${lastPath}: ${[...onlyOld.map((name) => `-${name}`), ...onlyNew.map((name) => `+${name}`)].join(', ')}.`,
      { hint: 'Export once without --delta; the next export can be compared again.' },
    );
  }
  const { path, handle } = await staging.create(deltaName(manifest.file));
  const options = { escape_formulas: manifest.excel, quoted_match: /[\r\n]/ };
  try {
    await handle.writeFile(stringify([[...differenceFields]]));
    let lines: string[][] = [];
    const flush = async () => {
      if (lines.length > 0) await handle.writeFile(stringify(lines, options));
      lines = [];
    };
    for await (const difference of comparison.differences()) {
      signal.throwIfAborted();
      lines.push(differenceFields.map((field) => cellText(difference[field])));
      if (lines.length >= batchSize) await flush();
    }
    await flush();
    await handle.sync();
  } finally {
    await handle.close();
  }
  return {
    temporary: path,
    facts: { against: lastPath, ...comparison.counts },
  };
};
