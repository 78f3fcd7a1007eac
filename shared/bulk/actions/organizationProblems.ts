import { defaultCountry } from '../../rules/states.ts';
import { type OrganizationCheck, organizationProblems } from '../../rules/organization.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import { firstRows } from './firstRows.ts';
import { columnOf } from './organizationColumns.ts';
import { fieldsOfCells, storedCell, storedCells } from './organizationState.ts';

/** Texts by field path as problems of columns; a field without a column is a problem of the row. */
export const problemsOfFields = (
  fields: Readonly<Record<string, readonly string[]>>,
  code = 'E-CELL-RULE',
): CellProblem[] =>
  Object.entries(fields).flatMap(([field, texts]) =>
    texts.map((message) => ({ column: columnOf(field), code, message })),
  );

/** Maximum number of entries of a list (shared/contract/organizationSchemas.ts). */
const maxEntries: Readonly<Record<string, number>> = {
  features: 500,
  purposes: 100,
  notification_emails: 20,
  allowed_ip_addresses: 200,
};

const longLists = (values: Values): CellProblem[] =>
  Object.entries(maxEntries).flatMap(([column, max]) => {
    const value = values[column];
    if (!Array.isArray(value) || value.length <= max) return [];
    return [{ column, code: 'E-CELL-LENGTH', message: `The list has ${value.length} entries; it may have ${max}.` }];
  });

/** Rules between the cells of a new organization. */
export const newRecordProblems = (values: Values): CellProblem[] => [
  ...longLists(values),
  ...problemsOfFields(organizationProblems(fieldsOfCells(storedCells(values)), 'new')),
];

/**
 * Rules between the cells of a change. Whether a state or a ZIP fits depends on the country, and whether a field of the exchange is
 * missing on those beside it: where these are not in the row, they are checked against the record while planning.
 */
export const changeProblems = (values: Values): CellProblem[] => {
  const { state, zip, ...rest } = storedCells(values);
  const hasCountry = rest['country'] !== undefined;
  const cells = hasCountry ? { ...rest, ...givenOf({ state, zip }) } : rest;
  const problems = organizationProblems(fieldsOfCells(cells), 'change' satisfies OrganizationCheck);
  return [...longLists(values), ...problemsOfFields(problems)];
};

/** The same, with the current values of the cells that the row does not have. */
export const locatedProblems = (sent: Values, current: Values): CellProblem[] => {
  const touches = (prefix: string) => Object.keys(sent).some((column) => column.startsWith(prefix));
  const beside = (prefix: string) =>
    Object.fromEntries(Object.entries(current).filter(([column]) => column.startsWith(prefix)));
  const country = current['country'] ?? defaultCountry;
  const cells = { country, ...(touches('qhin_') ? beside('qhin_') : {}), ...sent };
  return problemsOfFields(organizationProblems(fieldsOfCells(cells), 'change'));
};

const givenOf = (cells: Partial<Values>): Values =>
  Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== undefined)) as Values;

/** Columns that must be unique among organizations, as texts. */
const ownValues = { subdomain: 'subdomain', qhin_participant_oid: 'OID in TEFCA exchange' } as const;

/** Refuses rows that give two organizations the same unique value. */
export const sharedValueRule = (columns: readonly (keyof typeof ownValues)[]) => {
  const firstRow = firstRows();
  return (values: Values, row: number): CellProblem[] => {
    return columns.flatMap((column) => {
      const cell = values[column];
      const value = typeof cell === 'string' ? storedCell(column, cell) : null;
      const first = typeof value === 'string' ? firstRow(`${column}=${value}`, row) : undefined;
      if (first === undefined) return [];
      const message = `Row ${first} gives another organization the same ${ownValues[column]}.`;
      return [{ column, code: 'E-ROW-CONTRADICTS', message }];
    });
  };
};
