import type { BulkAction, Column } from '../../../shared/bulk/action.ts';
import type { RowProblem } from '../../../shared/bulk/problems.ts';
import { openTable, type TableHead, validateTable } from '../../../shared/bulk/table.ts';
import type { ReadOptions, TableRow } from '../../../shared/bulk/csv/types.ts';

/** An action that only the reader is asked about: one column of each kind. */
export const clinicAction = (more: Partial<BulkAction> = {}): BulkAction => ({
  name: 'clinics.update',
  summary: 'Change clinics',
  kind: 'update',
  columns: clinicColumns,
  naturalKey: 'id',
  undoes: null,
  calls: [],
  keyOf: ({ id }) => String(id),
  lockOf: ({ id }) => String(id),
  read: async () => undefined,
  desired: (values) => values,
  write: async () => undefined,
  keyCells: ({ id }) => ({ id }),
  ...more,
});

const column = (name: string, more: Partial<Column> = {}): Column => ({
  name,
  kind: 'text',
  field: name,
  summary: `its ${name}`,
  examples: ['', ''],
  ...more,
});

export const clinicColumns: readonly Column[] = [
  column('id', { required: true, maxLength: 40, examples: ['c1', 'c2'] }),
  column('name', { keeps: true, maxLength: 200 }),
  column('zip', { maxLength: 20 }),
  column('number_of_users', { kind: 'number', min: 1, max: 500 }),
  column('is_open', { kind: 'flag' }),
  column('features', { kind: 'list', maxLength: 30 }),
  column('size', { kind: { allowed: ['Small', 'Large'] } }),
];

/** A file in memory. `step` cuts it into pieces of so many bytes. */
export const fileOf = (content: string | Uint8Array, step = 65_536) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    name: 'clinics.csv',
    async *chunks(): AsyncGenerator<Uint8Array> {
      for (let from = 0; from < bytes.length; from += step) yield bytes.subarray(from, from + step);
    },
  };
};

export interface ReadFile {
  readonly head: TableHead;
  readonly rows: readonly TableRow[];
}

export const readAll = async (
  content: string | Uint8Array,
  options: ReadOptions = {},
  action: BulkAction = clinicAction(),
  step?: number,
): Promise<ReadFile> => {
  const table = await openTable(fileOf(content, step), action, options);
  return { head: table.head, rows: await Array.fromAsync(table.rows()) };
};

/** Every problem and warning of a file as `line row column code`. */
export const reported = async (content: string, action: BulkAction = clinicAction()): Promise<string[]> => {
  const lines: string[] = [];
  const report = ({ line, row, column: name, code }: RowProblem) => {
    lines.push(`${line} ${row} ${name ?? '-'} ${code}`);
  };
  await validateTable(await openTable(fileOf(content), action), report);
  return lines;
};
