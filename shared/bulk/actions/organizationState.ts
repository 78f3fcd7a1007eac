import type { Organization } from '../../contract/organizationSchemas.ts';
import { plainOid } from '../../rules/carequality.ts';
import { normaliseSubdomain } from '../../rules/subdomain.ts';
import type { Current } from '../action.ts';
import type { CellValue, Values } from '../values.ts';
import { fieldOf, isListColumn, isRecordColumn, recordColumns } from './organizationColumns.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldIn = (record: Fields, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Fields | null | undefined)?.[name], record);

const asCell = (value: unknown): CellValue => (value === undefined || value === '' ? null : (value as CellValue));

/** The record in the columns that can be written. */
export const organizationState = (record: Fields): Values =>
  Object.fromEntries(recordColumns.map(({ name, field = name }) => [name, asCell(fieldIn(record, field))]));

/** The current record, for actions that control all of it. */
export const organizationCurrent = (organization: Organization): Current => ({
  id: organization.id,
  name: organization.name,
  version: organization.version,
  values: organizationState(organization),
  record: organization,
});

/** The server stores several spellings in one form (server: storedForms). */
const storedForms: Readonly<Record<string, (text: string) => string>> = {
  subdomain: normaliseSubdomain,
  direct_records_name: (text) => text.trim().toLowerCase(),
  qhin_participant_oid: plainOid,
  ...Object.fromEntries(
    ['network_id', 'brand_id', 'plan_id', 'reseller_id', 'type', 'specialty', 'direct_provider_id'].map((column) => [
      column,
      (text: string) => text.trim().toLowerCase(),
    ]),
  ),
};

/** Lists in which an entry counts once; in others a repeated entry is a mistake (shared/rules/organizationGroups.ts). */
const codeLists = new Set(['features', 'purposes']);

/** A cell of the record as the server stores it. */
export const storedCell = (column: string, value: CellValue): CellValue => {
  if (isListColumn(column)) {
    const entries = Array.isArray(value) ? value : value === null ? [] : [String(value)];
    const trimmed = entries.map((entry: string) => entry.trim());
    return codeLists.has(column) ? [...new Set(trimmed)] : trimmed;
  }
  if (typeof value !== 'string') return value;
  return (storedForms[column]?.(value) ?? value.trim()) || null;
};

/** Cells of the record as the server stores them. Columns that are no field, such as the id, are left out. */
export const storedCells = (values: Values): Values => {
  const cells: Record<string, CellValue> = {};
  for (const [column, value] of Object.entries(values)) {
    if (isRecordColumn(column)) cells[column] = storedCell(column, value);
  }
  return cells;
};

/** Cells as the nested fields of a body: `city` becomes `address.city`. Null clears. */
export const fieldsOfCells = (cells: Values): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(cells)) {
    const [part = '', inner] = fieldOf(column).split('.');
    if (inner === undefined) body[part] = value;
    else {
      const fields = (body[part] ?? {}) as Record<string, unknown>;
      fields[inner] = value;
      body[part] = fields;
    }
  }
  return body;
};
