import { ApiError } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/createClient.ts';
import type { Organization, OrganizationRow } from '../../contract/organizationSchemas.ts';
import type { Column, Current, RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';

const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Text of a cell as it is sent: trimmed, empty where there is none. */
export const textOf = (values: Values, column: string): string => {
  const value = values[column];
  return typeof value === 'string' ? value.trim() : value === undefined || value === null ? '' : String(value);
};

/** An id as the server writes it. */
export const idOf = (values: Values, column = 'id'): string => textOf(values, column).toLowerCase();

/** Whether a text has the form of the server's ids. */
export const isId = (text: string): boolean => idForm.test(text);

/** Cells that must contain an id and do not. */
export const idProblems = (values: Values, columns: readonly string[]): CellProblem[] =>
  columns
    .filter((column) => textOf(values, column) !== '' && !isId(textOf(values, column)))
    .map((column) => ({
      column,
      code: 'E-CELL-RULE',
      message: `"${textOf(values, column)}" is not an id such as 018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55.`,
    }));

/** Column that identifies the record of a row. */
export const idColumn = (summary: string): Column => ({
  name: 'id',
  kind: 'text',
  required: true,
  maxLength: 36,
  summary,
  examples: ['018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55', '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c56'],
});

/** Column that identifies the organization of a row. */
export const organizationColumn = (name: 'id' | 'org_id'): Column => ({ ...idColumn('id of the organization'), name });

/** The response of a read, or undefined where the record does not exist. */
export const ifThere = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};

/** The current organization of a row. */
export const readOrganization = (id: string, { client, options }: RowContext): Promise<Organization | undefined> =>
  ifThere(client.organizations.get({ params: { id } }, { ...options, fresh: true }));

const scanPageSize = 1000;

interface ScannedPage<Row> {
  readonly items: readonly Row[];
  readonly totalCount: number;
}

/**
 * Rows of a list, page by page. A record that is added in the meantime moves others to the next page, so rows of the page before are not
 * repeated.
 */
export async function* scanPages<Row extends { readonly id: string }>(
  keep: (row: Readonly<Record<string, unknown>>) => boolean,
  page: (query: { readonly pageNumber: number; readonly pageSize: number }) => Promise<ScannedPage<Row>>,
): AsyncIterable<Row> {
  let before = new Set<string>();
  for (let pageNumber = 1; ; pageNumber += 1) {
    const { items, totalCount } = await page({ pageNumber, pageSize: scanPageSize });
    for (const row of items) if (!before.has(row.id) && keep({ ...row })) yield row;
    before = new Set(items.map(({ id }) => id));
    if (items.length === 0 || pageNumber * scanPageSize >= totalCount) return;
  }
}

/** Rows of the organization list. */
export const organizationRows = (
  { client, options }: RowContext,
  keep: (organization: Readonly<Record<string, unknown>>) => boolean,
): AsyncIterable<OrganizationRow> => scanPages(keep, (query) => client.organizations.list({ query }, options));

/** A scan over organizations, each of which is loaded. Those that are deleted in the meantime are left out. */
export const scanOrganizations = (toCurrent: (organization: Organization) => Current) =>
  async function* scan(
    context: RowContext,
    keep: (organization: Readonly<Record<string, unknown>>) => boolean,
  ): AsyncIterable<Current> {
    for await (const { id } of organizationRows(context, keep)) {
      const organization = await readOrganization(id, context);
      if (organization !== undefined) yield toCurrent(organization);
    }
  };

/** The current values of an organization in the columns of an action that controls a few of them. */
export const currentWith = (organization: Organization, values: Values): Current => ({
  id: organization.id,
  name: organization.name,
  version: organization.version,
  values,
  record: organization,
});

/** The fields of the list; enough where the action controls nothing more. */
export const listedWith = (row: OrganizationRow, values: Values): Current => ({
  id: row.id,
  name: row.name,
  values,
  record: row,
});

/** A scan over organizations whose list row has all that the action controls. */
export const scanRows = (stateOf: (row: OrganizationRow) => Values) =>
  async function* scan(
    context: RowContext,
    keep: (organization: Readonly<Record<string, unknown>>) => boolean,
  ): AsyncIterable<Current> {
    for await (const row of organizationRows(context, keep)) yield listedWith(row, stateOf(row));
  };

/** The options of a write that must not overwrite a change made since `current` was read. */
export const guarded = (options: CallOptions, current: Current | undefined): CallOptions =>
  current?.version === undefined ? options : { ...options, ifMatch: current.version };

/** Why a row cannot be undone when its former state was never read. */
export const nothingKnown = { cannot: 'The former values are not known.' } as const;
