import type { DirectoryEntry } from '../../contract/carequality.ts';
import type { Organization } from '../../contract/organizationSchemas.ts';
import { errorCatalogue } from '../../contract/errors.ts';
import { plainOid } from '../../rules/carequality.ts';
import { directoryEntryProblems } from '../../rules/directoryEntry.ts';
import type { Current, RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { CellValue, Values } from '../values.ts';
import { ifThere, organizationRows } from './targets.ts';

/** Columns of an entry with its fields. */
const fieldOfColumn = {
  responder_type: 'responderType',
  organization_id: 'organizationId',
  display_name: 'displayName',
  street: 'address',
  city: 'city',
  state: 'state',
  zip: 'zipCode',
  country: 'country',
  legal_name: 'legalName',
  other_names: 'otherNames',
  parent_org_id: 'parentOrgId',
  home_community_id: 'homeCommunityId',
} as const satisfies Readonly<Record<string, keyof DirectoryEntry>>;

type EntryColumn = keyof typeof fieldOfColumn;
const entryColumns = Object.keys(fieldOfColumn) as EntryColumn[];
const columnOfField = new Map<string, string>(entryColumns.map((column) => [fieldOfColumn[column], column]));

const oidColumns = new Set<string>(['organization_id', 'parent_org_id', 'home_community_id']);

/** A cell as the server stores it. */
const stored = (column: EntryColumn, value: CellValue): CellValue => {
  if (column === 'other_names') {
    const names = Array.isArray(value) ? value : value === null ? [] : [String(value)];
    return names.map((name: string) => name.trim());
  }
  if (typeof value !== 'string') return value;
  return (oidColumns.has(column) ? plainOid(value) : value.trim()) || null;
};

/** Cells of an entry as the server stores them. */
export const storedEntryCells = (values: Values): Values =>
  Object.fromEntries(
    entryColumns.flatMap((column) => {
      const value = values[column];
      return value === undefined ? [] : [[column, stored(column, value)] as const];
    }),
  );

/** Cells as fields of a body. */
export const entryFields = (cells: Values): Record<string, CellValue> =>
  Object.fromEntries(
    entryColumns.flatMap((column) => {
      const value = cells[column];
      return value === undefined ? [] : [[fieldOfColumn[column], value] as const];
    }),
  );

/** Problems of an entry, by column. */
export const entryProblems = (fields: Readonly<Record<string, unknown>>): CellProblem[] =>
  Object.entries(directoryEntryProblems(fields)).flatMap(([field, texts]) =>
    texts.map((message) => ({ column: columnOfField.get(field) ?? null, code: 'E-CELL-RULE', message })),
  );

/** The state of an entry, the same for every action on it, so that one can undo another. */
export const entryCurrent = (organizationId: string, entry: DirectoryEntry): Current => ({
  id: entry.id,
  name: entry.displayName,
  version: entry.version,
  values: {
    ...Object.fromEntries(
      entryColumns.map((column) => {
        const value = entry[fieldOfColumn[column]];
        return [column, value === '' ? null : value] as const;
      }),
    ),
    active: entry.isActive,
  },
  record: { ...entry, ownerId: organizationId },
});

/** The current entry, in the fields of the contract. */
export const entryOf = (current: Current | undefined): DirectoryEntry | undefined =>
  current?.record as DirectoryEntry | undefined;

/** The organization of the current entry. */
export const ownerOfEntry = ({ record }: Current): string => String(record?.['ownerId']);

/** The entries of the organization; undefined where the organization does not exist. */
export const readEntries = async (
  organizationId: string,
  { client, options }: RowContext,
): Promise<readonly DirectoryEntry[] | undefined> =>
  (await ifThere(client.carequality.entries({ params: { id: organizationId } }, options)))?.items;

/** Finds the entry by the id of its record or by its OID in the directory. */
export const entryNamed = (entries: readonly DirectoryEntry[] | undefined, name: string): DirectoryEntry | undefined =>
  entries?.find(({ id, organizationId }) => id === name.toLowerCase() || organizationId === plainOid(name));

/** The organization must participate before an entry is added, imported or activated. */
export const participationProblems = (organization: Organization | undefined): CellProblem[] => {
  if (organization === undefined)
    return [{ column: 'org_id', code: 'E-ROW-TARGET', message: 'The organization does not exist.' }];
  if (organization.carequality.isParticipating) return [];
  const { message, hint } = errorCatalogue['E-CAREQUALITY-OFF'];
  return [{ column: 'org_id', code: 'E-CAREQUALITY-OFF', message: `${message} ${hint}` }];
};

/** Every entry of the organizations. */
export async function* scanEntries(
  context: RowContext,
  keep: (organization: Readonly<Record<string, unknown>>) => boolean,
): AsyncIterable<Current> {
  for await (const { id } of organizationRows(context, keep)) {
    for (const entry of (await readEntries(id, context)) ?? []) yield entryCurrent(id, entry);
  }
}
