import type { ApiError } from '../client/apiError.ts';

/**
 * Problems of a file, a row or a plan: texts for each code, shown offline by `carepost explain` and in the import page. Codes of the server
 * (errors.ts of the contract) pass through unchanged.
 */
export const bulkCatalogue = {
  'E-CSV-ENCODING': {
    message: 'The file is not UTF-8 text.',
    hint: 'Save it as UTF-8, or name its encoding with --encoding.',
  },
  'E-CSV-EMPTY': { message: 'The file has no rows.', hint: 'It needs a header line and at least one row.' },
  'E-CSV-HEADER': {
    message: 'The header line cannot be used.',
    hint: 'See the columns: carepost bulk template <action>.',
  },
  'E-CSV-COLUMN': {
    message: 'The file has a column that the action does not have.',
    hint: 'Map it with --map "Header=column", or ignore it: --map "Header=" with nothing after the sign, or a header that begins with _.',
  },
  'E-CSV-ROWS': { message: 'The list of rows cannot be read.', hint: 'Write it as 1-50,99.' },
  'E-CSV-QUOTES': { message: 'A quoted cell does not end.', hint: 'Double the quotes inside a quoted cell.' },
  'E-CSV-WIDTH': {
    message: 'The row has more or fewer cells than the header.',
    hint: 'Quote cells that hold the delimiter.',
  },
  'E-CSV-BLANK': { message: 'The row is empty.', hint: 'Delete it, or use --skip-blank.' },
  'E-CELL-REQUIRED': { message: 'The cell must not be empty.', hint: 'Fill it in.' },
  'E-CELL-KEEPS': { message: 'The field cannot be cleared.', hint: 'A blank cell keeps the value.' },
  'E-CELL-NUMBER': { message: 'The cell must be a whole number within its bounds.', hint: 'Correct the cell.' },
  'E-CELL-FLAG': { message: 'The cell must be true or false.', hint: 'Use true, false, yes, no, 1 or 0.' },
  'E-CELL-WORD': { message: 'The cell is not one of the allowed values.', hint: 'Use an allowed value.' },
  'E-CELL-LENGTH': { message: 'The text is too long.', hint: 'Shorten it.' },
  'E-CELL-CHARACTER': { message: 'The cell contains a character that cannot be stored.', hint: 'Remove it.' },
  'E-CELL-RULE': { message: 'The cell breaks a rule of the field.', hint: 'Correct the cell.' },
  'E-CELL-BASE': { message: 'The cell _base was changed.', hint: 'Export the rows again and do not edit that column.' },
  'W-CELL-PUNCTUATION': {
    message: 'The cell contains typographic quotes or non-breaking spaces.',
    hint: 'Surrounding quotes and non-breaking spaces are removed; check that the rest is correct.',
  },
  'W-CELL-OID': {
    message: 'The value is not an OID.',
    hint: 'Any text is allowed, but only an OID, such as 2.16.840.1.113883.3.1234, can match a request.',
  },
  'W-CELL-RESTORED': {
    message: 'A spreadsheet program reformatted the cell; it is treated as unchanged.',
    hint: 'To change it anyway, export the row again and set its column to text.',
  },
  'E-ROW-DUPLICATE': { message: 'Another row is about the same record.', hint: 'Keep one of the two rows.' },
  'E-ROW-CONTRADICTS': { message: 'Two rows contradict each other.', hint: 'Keep the one that is right.' },
  'E-ROW-TARGET': { message: 'The record of the row does not exist.', hint: 'Correct its id.' },
  'E-ROW-EXISTS': { message: 'The record already exists.', hint: 'Change it instead, or leave the row out.' },
  'E-ROW-CONFLICT': {
    message: 'The record was changed in the meantime.',
    hint: 'Check the record, then plan the row again: carepost bulk retry <run> --status conflict. An undo never overwrites a later change: correct that record by hand.',
  },
  'E-ROW-BASE': {
    message: 'A cell of the row was changed on the server after the export.',
    hint: 'Export the rows again and repeat the edit; a retry of the same file conflicts again. To overwrite the later change, remove the column _base: then every cell of the file is written.',
  },
  'E-ROW-UNKNOWN': {
    message: 'The row was sent, but it is unknown whether the change was made.',
    hint: 'Check the record. A resume looks it up again, and never sends a row twice whose outcome it cannot determine.',
  },
  'E-ROW-NOT-TAKEN-UP': {
    message: 'The server accepted the row, but reading it back does not show it.',
    hint: 'Try it again later.',
  },
  'E-ROW-NAME': {
    message: 'The record has a different name than the row expects.',
    hint: 'Correct the id or the expected name.',
  },
  'E-UNDO-CANNOT': {
    message: 'The row cannot be undone.',
    hint: 'Undo the other rows with --rows, and correct this record by hand.',
  },
  'E-UNDO-TAKEN': {
    message: 'The former state cannot be restored: another record has the name or the value now.',
    hint: 'Rename or delete the other record, then undo the run again.',
  },
  'E-PLAN-FORMAT': { message: 'The file is not a carepost plan.', hint: 'Make one with carepost bulk plan.' },
  'E-PLAN-ALTERED': { message: 'The plan was changed since it was made.', hint: 'Make a new plan.' },
  'E-PLAN-EXPIRED': { message: 'The plan is older than 24 hours.', hint: 'Make a new plan.' },
  'E-PLAN-ORIGIN': { message: 'The plan was made for another server.', hint: 'Choose the profile it was made with.' },
  'E-INPUT-CHANGED': {
    message: 'The file changed since the run was started.',
    hint: 'Plan the changed file as a new run.',
  },
  'E-BRAKE-CHANGES': {
    message: 'The plan changes more than is allowed at once.',
    hint: 'Allow it with --max-changes.',
  },
  'E-BRAKE-DELETES': {
    message: 'The plan deletes more than is allowed at once.',
    hint: 'Allow it with --max-deletes.',
  },
  'E-BRAKE-SHARE': {
    message: 'The plan has more changes than 20 % of the number of organizations.',
    hint: 'Allow it with --max-changes.',
  },
  'E-BRAKE-ERRORS': {
    message: 'Too many rows failed.',
    hint: 'See results.csv; to continue: carepost bulk resume --max-errors.',
  },
  'E-BRAKE-CANARY': {
    message: 'A row of the canary did not end as planned.',
    hint: 'See results.csv before you continue.',
  },
  'E-BRAKE-REPEATED': {
    message: 'The first rows all failed in the same way.',
    hint: 'See results.csv before you continue.',
  },
} as const;

export type BulkCode = keyof typeof bulkCatalogue;

/** A problem of one cell, or of the row where `column` is null. `code` may also be a code of the server. */
export interface CellProblem {
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
  /** The response of the server that refused the row; never stored. */
  readonly cause?: ApiError;
}

/**
 * A problem with its position. `row` counts records from 1, `line` the lines of the file; the header is in line 1 unless comments precede
 * it.
 */
export interface RowProblem extends CellProblem {
  readonly row: number;
  readonly line: number;
}

/** An error that stops a whole file, plan or run. */
export class BulkError extends Error {
  override readonly name = 'BulkError';
  readonly code: BulkCode;
  readonly hint: string;

  constructor(code: BulkCode, message?: string, hint?: string) {
    super(message ?? bulkCatalogue[code].message);
    this.code = code;
    this.hint = hint ?? bulkCatalogue[code].hint;
  }
}
