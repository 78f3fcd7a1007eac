import type { ChalkInstance } from 'chalk';
import Table from 'cli-table3';
import { heading, tableText } from './cells.ts';
import { coloredCell } from './color.ts';
import { type Row, valueAt } from './fields.ts';

const dateTimePattern = /^(\d{4})-(\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/;
const guidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{4}([0-9a-f]{8})$/i;

/** A UTC date time as a narrow table shows it: `11-22 20:06:11`, one of another year than `now` `2025-11-22`; other texts as they are. */
export const shortTime = (text: string, now: number): string => {
  const parts = dateTimePattern.exec(text);
  if (!parts) return text;
  const [, year = '', day = '', time = ''] = parts;
  return year === String(new Date(now).getUTCFullYear()) ? `${day} ${time}` : `${year}-${day}`;
};

/** The end of a GUID, which differs between rows; most of ours begin with the time, which is the same for rows of one minute. */
const shortGuid = (text: string): string => text.replace(guidPattern, '…$1');

const isDateTime = (text: string): boolean => dateTimePattern.test(text);

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
  readonly colors: ChalkInstance;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Receives a message when columns had to be left out. */
  readonly note?: (text: string) => void;
}

const minWidth = 8;
/** Names identify rows for people. */
const minNameWidth = 20;
const gap = 2;
const minColumns = 2;
/** These fields are never cut. */
const wholeFields = new Set(['id', 'run', 'status', 'state', 'verdict', 'code', 'errorCode', 'count']);

interface Column {
  readonly natural: number;
  readonly min: number;
}

const total = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one + gap, -gap);

/** How wide each column is without cutting; ids, states and times are useless when cut, so that is their minimum. */
const measure = (
  lines: readonly (readonly string[])[],
  fields: readonly string[],
  isTimes: readonly boolean[],
): readonly Column[] =>
  fields.map((field, index) => {
    const natural = lines.reduce((max, line) => Math.max(max, (line[index] ?? '').length), 1);
    if (wholeFields.has(field) || field.endsWith('Id') || isTimes[index] === true) return { natural, min: natural };
    return { natural, min: Math.min(natural, field === 'name' ? minNameWidth : minWidth) };
  });

/** Narrows the widest columns until the line fits; where even that is too wide, columns at the end are left out. */
const fit = (columns: readonly Column[], width: number): number[] => {
  let shown = [...columns];
  while (shown.length > minColumns && total(shown.map(({ min }) => min)) > width) shown = shown.slice(0, -1);
  const widths = shown.map(({ natural }) => natural);
  while (total(widths) > width) {
    const room = shown.map(({ min }, index) => ((widths[index] ?? 0) > min ? (widths[index] ?? 0) : 0));
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

type Cells = readonly (readonly string[])[];
const mapped = (cells: Cells, shorten: (text: string) => string): Cells => cells.map((line) => line.map(shorten));

/**
 * Cells and widths for a narrow terminal: date times are shortened first, then GUIDs, and only then columns cut or left out. In a list of
 * named records the ids stay whole, because the next command needs them; only where id and name do not fit they are shortened.
 */
const narrow = (head: readonly string[], whole: Cells, fields: readonly string[], width: number, now: number) => {
  const isTimes = fields.map((_, index) => whole.some((line) => isDateTime(line[index] ?? '')));
  const measured = (cells: Cells) => measure([head, ...cells], fields, isTimes);
  const columns = measured(whole);
  if (total(columns.map(({ natural }) => natural)) <= width)
    return { cells: whole, widths: fit(columns, width), hasCutIds: false };
  const short = mapped(whole, (text) => shortTime(text, now));
  const minWidths = measured(short).map((column) => column.min);
  if (total(minWidths) <= width) return { cells: short, widths: fit(measured(short), width), hasCutIds: false };
  const isId = fields.map((field) => field === 'id' && fields.includes('name'));
  const withIds = short.map((line) => line.map((cell, index) => (isId[index] === true ? cell : shortGuid(cell))));
  const first = measured(withIds).slice(0, minColumns);
  const cells = total(first.map((column) => column.min)) <= width ? withIds : mapped(short, shortGuid);
  const widths = fit(measured(cells), width);
  const hasCutIds = cells.some((line, row) =>
    line.slice(0, widths.length).some((cell, index) => cell !== short[row]?.[index]),
  );
  return { cells, widths, hasCutIds };
};

/** Rows under headings. */
export const drawRows = (
  rows: readonly Row[],
  fields: readonly string[],
  { width, colors, now, note }: TableStyle,
): string => {
  const head = fields.map(heading);
  const cells = rows.map((row) => fields.map((field) => tableText(valueAt(row, field))));
  const narrowed = width === undefined ? undefined : narrow(head, cells, fields, width, now);
  const widths = narrowed?.widths;
  const hidden = widths === undefined ? [] : fields.slice(widths.length);
  if (hidden.length > 0) note?.(`Too narrow for ${hidden.join(', ')}; choose with --fields.`);
  if (narrowed?.hasCutIds === true)
    note?.('Ids are shortened to fit; --output ids or a wider terminal shows them in full.');
  const colored = (narrowed?.cells ?? cells).map((line) =>
    line.map((cell, index) => coloredCell(colors, fields[index] ?? '', cell)),
  );
  return draw([head.map((text) => colors.bold(text)), ...colored], widths);
};

/** One record, a field a line. */
export const drawRecord = (record: Row, fields: readonly string[], { colors }: TableStyle): string =>
  draw(
    fields.map((field) => {
      const text = tableText(valueAt(record, field));
      return [colors.bold(field), coloredCell(colors, field, text)];
    }),
    undefined,
  );
