import { csvLine } from '../../shared/bulk/csv/writeCsv.ts';
import type { RowProblem } from '../../shared/bulk/problems.ts';

/** validation.csv as the command line writes it: one line for each problem and warning, in file order. */
export const validationText = (problems: readonly RowProblem[], warnings: readonly RowProblem[]): string => {
  const lines = [
    ...problems.map((problem) => ({ ...problem, severity: 'error' })),
    ...warnings.map((problem) => ({ ...problem, severity: 'warning' })),
  ].toSorted((one, other) => one.row - other.row);
  return [
    csvLine(['row', 'line', 'column', 'code', 'message', 'severity']),
    ...lines.map(({ row, line, column, code, message, severity }) =>
      csvLine([String(row), String(line), column ?? '', code, message, severity]),
    ),
  ].join('');
};
