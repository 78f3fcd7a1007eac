import type { BulkAction, Column } from './action.ts';
import { isDamaged, readBase, saysTheSame } from './base.ts';
import { cellText, quoted, readCell } from './cells.ts';
import { baseColumn, type HeaderMatch } from './csv/header.ts';
import type { CsvRecord } from './csv/readCsv.ts';
import { withoutProtection, withoutWrapping } from './csv/spreadsheetText.ts';
import { createKeyTable } from './keyTable.ts';
import type { CellProblem } from './problems.ts';
import type { CellValue, Values } from './values.ts';
import type { ReadOptions, TableRow } from './csv/types.ts';

interface ColumnPosition {
  readonly index: number;
  readonly column: Column;
}

interface Findings {
  readonly problems: CellProblem[];
  readonly warnings: CellProblem[];
}

const wholeRow = (code: string, message: string): CellProblem => ({ column: null, code, message });

const restored = (column: string, base: string, local: string): CellProblem => ({
  column,
  code: 'W-CELL-RESTORED',
  message: `${column} is ${quoted(local)}, which a spreadsheet program makes of ${quoted(base)}; it is taken as unchanged.`,
});

/** TRUE for true and fixed blanks for plain ones come from spreadsheets and lose nothing, so they give no warning. */
const looksTheSame = (base: string, local: string): boolean => {
  const [one, other] = [base, local].map((text) => text.replace(/\s+/g, ' ').trim().toLowerCase());
  return one === other;
};

/** Problems of the record as a whole, before any cell is read. */
const shapeProblem = ({ cells }: CsvRecord, width: number, nameless: readonly number[]): CellProblem | null => {
  if (cells.every((cell) => cell.trim() === ''))
    return wholeRow('E-CSV-BLANK', 'The row is empty; delete it, or use --skip-blank.');
  if (cells.length !== width)
    return wholeRow(
      'E-CSV-WIDTH',
      `The row has ${cells.length} cells, the header has ${width}; quote cells that hold the delimiter.`,
    );
  const stray = nameless.find((index) => (cells[index] ?? '').trim() !== '');
  if (stray === undefined) return null;
  return wholeRow(
    'E-CSV-WIDTH',
    `Cell ${stray + 1} of the row stands below an empty header; name its column or clear it.`,
  );
};

/** Reads the rows of one pass through a file, in order: cells, rules between cells, rules between rows. */
export const rowReader = (
  action: BulkAction,
  header: readonly string[],
  match: HeaderMatch,
  options: ReadOptions,
): ((row: number, record: CsvRecord) => TableRow) => {
  const columnNamed = new Map(action.columns.map((column) => [column.name, column]));
  const positions = match.columns.flatMap((name, index): ColumnPosition[] => {
    const column = name === null ? undefined : columnNamed.get(name);
    return column === undefined ? [] : [{ index, column }];
  });
  const unprotected = options.unescapeFormulas === true ? withoutProtection : withoutWrapping;
  const keys = createKeyTable();
  const rule = action.fileRule?.();
  const required = action.columns.filter((column) => column.required === true).map(({ name }) => name);

  /** The exported values of the row; without them, or where they were altered, every cell counts. */
  const baseIn = (
    cells: readonly string[],
    { problems }: Findings,
  ): { readonly text?: string; readonly values: Values } => {
    const text = match.base < 0 ? '' : unprotected(cells[match.base] ?? '').trim();
    if (text === '') return { values: {} };
    const values = readBase(text);
    if (values !== null) return { text, values };
    problems.push({
      column: baseColumn,
      code: 'E-CELL-BASE',
      message: `${baseColumn} was changed; export the row again.`,
    });
    return { values: {} };
  };

  /** Cells that equal the export are left out: they were not edited, so no rule applies to them. */
  const valuesIn = (cells: readonly string[], base: Values, { problems, warnings }: Findings): Values => {
    const values: Record<string, CellValue> = {};
    for (const { index, column } of positions) {
      const { name } = column;
      const cell = unprotected(cells[index] ?? '');
      const isMerged = column.required !== true && Object.hasOwn(base, name);
      if (isMerged && cell !== '') {
        const exported = cellText(base[name]);
        if (cell === exported || withoutProtection(cell) === exported) continue;
        if (options.exact !== true && isDamaged(exported, cell.trim())) {
          if (!looksTheSame(exported, cell)) warnings.push(restored(name, exported, cell.trim()));
          continue;
        }
      }
      const { value, problem, warning } = readCell(column, cell, options);
      if (warning) warnings.push(warning);
      if (problem) problems.push(problem);
      else if (value !== undefined) {
        if (!(isMerged && saysTheSame(base[name], value))) values[name] = value;
      } else if (column.required === true)
        problems.push({
          column: name,
          code: 'E-CELL-REQUIRED',
          message: `${name} must not be empty: ${column.summary}.`,
        });
    }
    return values;
  };

  const repeated = (values: Values, row: number, line: number): CellProblem[] => {
    const first = keys.meet(action.keyOf(values), JSON.stringify(values), row, line);
    if (first === undefined) return [];
    const position = `Row ${first.row} (line ${first.line})`;
    return first.sameText
      ? [wholeRow('E-ROW-DUPLICATE', `${position} says the same; keep one of the two.`)]
      : [
          wholeRow(
            'E-ROW-CONTRADICTS',
            `${position} is about the same thing and says something else; keep the one that is right.`,
          ),
        ];
  };

  /** Rules that need all cells that identify the record. A cell with a problem is not reported twice. */
  const ruleProblems = (values: Values, row: number, line: number, { problems }: Findings): CellProblem[] => {
    const isFaulty = (name: string): boolean => problems.some(({ column }) => column === name);
    if (required.some((name) => values[name] === undefined)) return [];
    return [
      ...(action.problems?.(values) ?? []).filter(({ column }) => column === null || !isFaulty(column)),
      ...repeated(values, row, line),
      ...(rule?.(values, row) ?? []),
    ];
  };

  return (row, record) => {
    const { line, cells } = record;
    const located = (problem: CellProblem) => ({ ...problem, row, line });
    const shape = shapeProblem(record, header.length, match.nameless);
    const visible = cells.length === 0 ? header.map(() => '') : cells;
    if (shape) return { row, line, cells: visible, values: {}, problems: [located(shape)], warnings: [] };
    const findings: Findings = { problems: [], warnings: [] };
    const base = baseIn(cells, findings);
    const values = valuesIn(cells, base.values, findings);
    findings.problems.push(...ruleProblems(values, row, line, findings));
    findings.warnings.push(...(action.warnings?.(values) ?? []));
    return {
      row,
      line,
      cells,
      values,
      ...(base.text === undefined ? {} : { base: base.text }),
      problems: findings.problems.map(located),
      warnings: findings.warnings.map(located),
    };
  };
};
