import { CliError } from '../errors.ts';
import type { Manifest } from './manifest.ts';

export interface Limits {
  readonly strict?: boolean | undefined;
  readonly minRows?: number | undefined;
  /** Share of the rows that may be gone, 0 to 1. */
  readonly maxDrop: number;
}

const count = (value: number): string => value.toLocaleString('en-US');

/** Refuses (exit 8) an export that proves too little or holds too little. */
export const checkExport = (
  { report, rows, verdict, doubts }: Pick<Manifest, 'report' | 'rows' | 'verdict' | 'doubts'>,
  { strict, minRows }: Omit<Limits, 'maxDrop'>,
): void => {
  if (minRows !== undefined && rows < minRows) {
    throw new CliError('E-EXPORT-TOO-FEW', `${report} has ${count(rows)} rows; --min-rows asks for ${count(minRows)}.`);
  }
  if (strict === true && verdict !== 'complete') {
    throw new CliError('E-EXPORT-DOUBTFUL', `${report} is ${verdict}; --strict asks for a complete export.`, {
      details: doubts,
    });
  }
};

/** Why an export lost suspiciously many rows since the last good one; undefined where it did not (exit 12 otherwise). */
export const dropSince = (
  { report, rows }: Pick<Manifest, 'report' | 'rows'>,
  last: Manifest | undefined,
  maxDrop: number,
): string | undefined => {
  if (last === undefined || rows >= last.rows * (1 - maxDrop)) return undefined;
  const share = Math.round((1 - rows / last.rows) * 1000) / 10;
  return `${report} has ${count(rows)} rows, ${share} % fewer than the ${count(last.rows)} of ${last.ended}; ${Math.round(maxDrop * 1000) / 10} % are allowed (--max-drop).`;
};
