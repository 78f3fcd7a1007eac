import Table from 'cli-table3';
import { heading, tableText } from './cells.ts';
import { type Row, valueAt } from './fields.ts';

const noLines = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

export interface TableStyle {
  /** Widest line; undefined where the reader is a program, then nothing is cut. */
  readonly width: number | undefined;
  readonly color: boolean;
}

const bold = (text: string, color: boolean) => (color ? `\u001b[1m${text}\u001b[22m` : text);

/** Narrows the widest columns until the line fits; none below eight. */
const fit = (widths: readonly number[], width: number): number[] => {
  const result = [...widths];
  const gaps = (result.length - 1) * 2;
  while (result.reduce((sum, one) => sum + one, gaps) > width) {
    const widest = result.indexOf(Math.max(...result));
    if ((result[widest] ?? 0) <= 8) break;
    result[widest] = (result[widest] ?? 9) - 1;
  }
  return result;
};

const draw = (lines: readonly (readonly string[])[], { width, color }: TableStyle, headed: boolean): string => {
  const columns = lines[0]?.length ?? 0;
  const natural = Array.from({ length: columns }, (_, index) =>
    Math.max(1, ...lines.map((line) => (line[index] ?? '').length)),
  );
  const table = new Table({
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    ...(width === undefined ? {} : { colWidths: fit(natural, width) }),
  });
  lines.forEach((line, index) => table.push(line.map((cell) => (headed && index === 0 ? bold(cell, color) : cell))));
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
};

/** Rows under headings. */
export const drawRows = (rows: readonly Row[], fields: readonly string[], style: TableStyle): string =>
  draw([fields.map(heading), ...rows.map((row) => fields.map((field) => tableText(valueAt(row, field))))], style, true);

/** One record, a field a line; records inside it follow as lines of their own. */
export const drawRecord = (record: Row, fields: readonly string[], style: TableStyle): string =>
  draw(
    fields.map((field) => [bold(`${field}`, style.color), tableText(valueAt(record, field))]),
    { ...style, width: undefined },
    false,
  );
