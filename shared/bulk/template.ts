import { thousands } from '../rules/thousands.ts';
import type { BulkAction, Column, Current } from './action.ts';
import { baseOf } from './base.ts';
import { cellText, readCell } from './cells.ts';
import { baseColumn } from './csv/header.ts';
import { csvLine } from './csv/writeCsv.ts';
import { type CellValue, isSame, type Values } from './values.ts';

const boundsText = ({ min, max }: Column): string => {
  const from = min === undefined ? '' : ` from ${thousands(min)}`;
  const to = max === undefined ? '' : ` to ${thousands(max)}`;
  return `whole number${from}${to}`;
};

const kindText = (column: Column): string => {
  const { kind, maxLength } = column;
  const upTo = maxLength === undefined ? '' : ` up to ${thousands(maxLength)} characters`;
  switch (kind) {
    case 'text':
      return `text${upTo}`;
    case 'number':
      return boundsText(column);
    case 'flag':
      return 'true or false';
    case 'list':
      return `list a|b|c${maxLength === undefined ? '' : `, each${upTo}`}`;
    default:
      return kind.allowed.join(' or ');
  }
};

const columnLine = (column: Column): string => {
  const needed = column.required === true ? ', required' : column.keeps === true ? ', cannot be cleared' : '';
  return `# ${column.name}: ${kindText(column)}${needed}. ${column.summary}`;
};

const clearable = ({ required, keeps }: Column): boolean => required !== true && keeps !== true;

const blankLine = '# A missing column or a blank cell keeps the current value.';
const clearLine = '# \\N clears the value.';
const ignoredLine = '# Columns whose names start with _ are not read.';
const baseLine = '# Only _base of an export for change is read: it shows which cells were edited. Do not change it.';

/** A file to start from: the allowed values of each column, the header, and two example rows that validate as they are. */
export const templateText = (action: BulkAction): string => {
  const { columns } = action;
  const rows = ([0, 1] as const).map((which) => columns.map(({ examples }) => examples[which]));
  return [
    `# ${action.name}: ${action.summary}\n`,
    `${blankLine}\n`,
    ...(columns.some(clearable) ? [`${clearLine}\n`] : []),
    `${ignoredLine}\n`,
    ...(action.merges === true ? [`${baseLine}\n`] : []),
    ...columns.map((column) => `${columnLine(column)}\n`),
    csvLine(columns.map(({ name }) => name)),
    ...rows.map((cells) => csvLine(cells)),
  ].join('');
};

/** The cell of a column; blank, which keeps the current value, where the text would be read differently: `\N` itself, `|` in an entry. */
const exactCell = (column: Column, value: CellValue | undefined): string => {
  const text = cellText(value);
  return isSame(readCell(column, text).value, value) ? text : '';
};

const keysOf = (action: BulkAction, current: Current): Values => action.keyCells?.(current) ?? {};

/** The exported values of a row: its state in the columns that may be edited. */
const exportedState = (action: BulkAction, { values }: Current, keys: Values): Values =>
  Object.fromEntries(
    action.columns
      .filter(({ name, required }) => required !== true && !Object.hasOwn(keys, name) && Object.hasOwn(values, name))
      .map(({ name }) => [name, values[name] ?? null]),
  );

const filledLine = (action: BulkAction, current: Current): string => {
  const keys = keysOf(action, current);
  if (action.merges !== true)
    return csvLine(
      action.columns.map((column) => cellText(keys[column.name]) || exactCell(column, current.values[column.name])),
    );
  const state = exportedState(action, current, keys);
  // The reader compares with _base by text, so current values are written unchanged.
  const cells = action.columns.map(({ name }) => cellText(keys[name] ?? current.values[name]));
  return csvLine([...cells, baseOf(state)]);
};

/** A file with the current values: edited in a spreadsheet and read again, it contains the edits and nothing else. */
export async function* filledLines(action: BulkAction, currents: AsyncIterable<Current>): AsyncGenerator<string> {
  const header = csvLine([...action.columns.map(({ name }) => name), ...(action.merges === true ? [baseColumn] : [])]);
  let isBegun = false;
  for await (const current of currents) {
    // Only after the first response: without the right to read, no file is written.
    if (!isBegun) yield header;
    isBegun = true;
    yield filledLine(action, current);
  }
  if (!isBegun) yield header;
}
