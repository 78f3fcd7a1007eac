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
  /** Told when columns had to be left out. */
  readonly note?: (text: string) => void;
}

const narrowest = 8;
/** Names are what people look for. */
const narrowestName = 20;
const gap = 2;

const bold = (text: string, color: boolean) => (color ? `\u001b[1m${text}\u001b[22m` : text);
const total = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one + gap, -gap);

/** How wide each column is without cutting; ids are useless when cut, so they have no smaller width. */
const measure = (lines: readonly (readonly string[])[], fields: readonly string[]) =>
  fields.map((field, index) => {
    const natural = Math.max(1, ...lines.map((line) => (line[index] ?? '').length));
    if (field === 'id' || field.endsWith('Id')) return { natural, least: natural };
    return { natural, least: Math.min(natural, field === 'name' ? narrowestName : narrowest) };
  });

/** Narrows the widest columns until the line fits; where even that is too wide, columns at the end are left out. */
const fit = (columns: ReturnType<typeof measure>, width: number): number[] => {
  let shown = [...columns];
  while (shown.length > 2 && total(shown.map(({ least }) => least)) > width) shown = shown.slice(0, -1);
  const widths = shown.map(({ natural }) => natural);
  while (total(widths) > width) {
    const room = shown.map(({ least }, index) => ((widths[index] ?? 0) > least ? (widths[index] ?? 0) : 0));
    const widest = room.indexOf(Math.max(...room));
    if ((room[widest] ?? 0) === 0) break;
    widths[widest] = (widths[widest] ?? 1) - 1;
  }
  return widths;
};

const draw = (lines: readonly (readonly string[])[], widths: readonly number[] | undefined): string => {
  const table = new Table({
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    ...(widths === undefined ? {} : { colWidths: [...widths] }),
  });
  for (const line of lines) table.push(widths === undefined ? [...line] : line.slice(0, widths.length));
  const text = table.toString().split('\n');
  return `${text.map((line) => line.trimEnd()).join('\n')}\n`;
};

/** Rows under headings. */
export const drawRows = (
  rows: readonly Row[],
  fields: readonly string[],
  { width, color, note }: TableStyle,
): string => {
  const head = fields.map(heading);
  const cells = rows.map((row) => fields.map((field) => tableText(valueAt(row, field))));
  const widths = width === undefined ? undefined : fit(measure([head, ...cells], fields), width);
  const hidden = widths === undefined ? [] : fields.slice(widths.length);
  if (hidden.length > 0) note?.(`Too narrow for ${hidden.join(', ')}; choose with --fields.`);
  return draw([head.map((text) => bold(text, color)), ...cells], widths);
};

/** One record, a field a line. */
export const drawRecord = (record: Row, fields: readonly string[], { color }: TableStyle): string =>
  draw(
    fields.map((field) => [bold(field, color), tableText(valueAt(record, field))]),
    undefined,
  );
