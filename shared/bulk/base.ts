import { hashText } from './hash.ts';
import { type CellValue, isSame, type Values } from './values.ts';

/**
 * The column `_base` of an export for change: the values at the time of the export, so that only edited cells are sent and a conflict can
 * show all three sides (bulk guide, "editing in a spreadsheet"). Form: `v1.<hash>.<JSON as base64url>`.
 */
export const baseOf = (values: Values): string => {
  const json = JSON.stringify(
    Object.fromEntries(
      Object.keys(values)
        .sort()
        .map((column) => [column, values[column]]),
    ),
  );
  return `v1.${hashText(json)}.${toBase64(json)}`;
};

const toBase64 = (text: string): string => {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return globalThis.btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

const fromBase64 = (text: string): string => {
  const bytes = globalThis.atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
};

const isCellValue = (value: unknown): value is CellValue =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isCellValue);

const form = /^v1\.([0-9a-f]{16})\.([\w-]+)$/;

/** The values in a `_base` cell; null where it was altered. */
export const readBase = (text: string): Values | null => {
  const [, hash, packed] = form.exec(text.trim()) ?? [];
  if (hash === undefined || packed === undefined) return null;
  try {
    const json = fromBase64(packed);
    const values: unknown = JSON.parse(json);
    return hashText(json) === hash && isValues(values) ? values : null;
  } catch {
    // Neither base64 nor JSON nor UTF-8: altered.
    return null;
  }
};

const hasNone = (value: CellValue | undefined): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether two cells have the same value; null, an empty text and an empty list are equal. */
export const saysTheSame = (one: CellValue | undefined, other: CellValue | undefined): boolean =>
  (hasNone(one) && hasNone(other)) || isSame(one, other);

const number = /^[+-]?\d+(?:[.,]\d+)?(?:E[+-]?\d+)?$/i;
/** How a spreadsheet program writes numbers: no leading zeros, no plus, no zeros at the end but `.0`; or as a power of ten. */
const displayed = /^-?(?:0|[1-9]\d*)(?:[.,](?:0+|\d*[1-9]))?$/;
const power = /^-?\d(?:[.,](\d+))?E\+?\d+$/i;
const longNumber = /^[+-]?\d{11,}$/;

const numberOf = (text: string): number => Number(text.replace(',', '.'));

const isSameNumber = (base: string, local: string): boolean =>
  displayed.test(local) && number.test(base) && numberOf(base) === numberOf(local);

const isRoundedNumber = (base: string, local: string): boolean => {
  const visible = power.exec(local);
  if (visible === null || !longNumber.test(base)) return false;
  return (
    numberOf(base).toExponential(visible[1]?.length ?? 0) === numberOf(local).toExponential(visible[1]?.length ?? 0)
  );
};

const isSameFlag = (base: string, local: string): boolean =>
  /^(?:TRUE|FALSE)$/.test(local) && base.toUpperCase() === local;

// Reading a cell normalizes blanks, so texts that differ in them only are equal.
const bare = (text: string): string =>
  text
    .replace(/[\ufeff\u200b]/g, '')
    .replace(/[\u00a0\u202f\u2007]/g, ' ')
    .trim();

/** Whether `local` is what a spreadsheet program turns `base` into when it opens and saves it: 02134 as 2134, long digits as 1.23E+11. */
export const isDamaged = (base: CellValue | undefined, local: CellValue): boolean => {
  if (typeof base !== 'string' || typeof local !== 'string' || base === local) return false;
  return (
    bare(base) === bare(local) || isSameNumber(base, local) || isRoundedNumber(base, local) || isSameFlag(base, local)
  );
};

/** A cell that you and another user changed in different ways. */
export interface CellConflict {
  readonly column: string;
  readonly base: CellValue;
  readonly remote: CellValue;
  readonly local: CellValue;
}

/** A cell that counts as unchanged although it is written in another way. */
export interface RestoredCell {
  readonly column: string;
  readonly base: CellValue;
  readonly local: CellValue;
}

export interface Merge {
  /** The cells to send. */
  readonly changes: Values;
  readonly conflicts: readonly CellConflict[];
  readonly warnings: readonly RestoredCell[];
}

/**
 * Three-way merge of a row. A cell is yours where it differs from the export; it is a conflict where another user changed it too, unless
 * both values are the same. A column that the export did not have is compared with the current record.
 */
export const mergeCells = (sides: {
  readonly base: Values;
  readonly current: Values;
  readonly local: Values;
  /** The cells were never in a spreadsheet, or its damage was repaired before: each difference is an edit. */
  readonly exact?: boolean;
}): Merge => {
  const changes: Record<string, CellValue> = {};
  const conflicts: CellConflict[] = [];
  const warnings: RestoredCell[] = [];
  for (const [column, local] of Object.entries(sides.local)) {
    const remote = sides.current[column] ?? null;
    const isExported = Object.hasOwn(sides.base, column);
    const base = sides.base[column] ?? null;
    if (isExported && saysTheSame(base, local)) continue;
    if (isExported && sides.exact !== true && isDamaged(base, local)) {
      warnings.push({ column, base, local });
      continue;
    }
    if (saysTheSame(remote, local)) continue;
    if (isExported && !saysTheSame(base, remote)) conflicts.push({ column, base, remote, local });
    else changes[column] = local;
  }
  return { changes, conflicts, warnings };
};

/** The text of a conflict. */
export const conflictText = ({ column, base, remote, local }: CellConflict): string => {
  const visible = (value: CellValue): string =>
    hasNone(value) ? 'nothing' : `"${Array.isArray(value) ? value.join('|') : String(value)}"`;
  return `${column} was ${visible(base)} when it was exported; now it is ${visible(remote)}, and yours is ${visible(local)}`;
};
