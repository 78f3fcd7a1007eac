import type { DirectoryEntryWrite } from '../../contract/carequality.ts';
import type { Organization } from '../../contract/organizationSchemas.ts';
import { errorCatalogue } from '../../contract/errors.ts';
import { oidValueMax, plainOid, responderTypes } from '../../rules/carequality.ts';
import { requiredEntryFields } from '../../rules/directoryEntry.ts';
import { defaultCountry } from '../../rules/states.ts';
import type { BulkAction, Column, Current, RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import {
  entryCurrent,
  entryFields,
  entryNamed,
  entryOf,
  entryProblems,
  ownerOfEntry,
  participationProblems,
  readEntries,
  scanEntries,
  storedEntryCells,
} from './directoryRows.ts';
import { guarded, idOf, idProblems, organizationColumn, readOrganization, textOf } from './targets.ts';

const text = (
  name: string,
  maxLength: number,
  summary: string,
  examples: Column['examples'],
  rest: Partial<Column> = {},
): Column => ({ name, kind: 'text', maxLength, summary, examples, ...rest });

const required = { required: true } as const;

const columns: readonly Column[] = [
  organizationColumn('org_id'),
  {
    name: 'responder_type',
    kind: { allowed: responderTypes },
    required: true,
    field: 'responderType',
    summary: 'its role',
    examples: ['DirectResponder', 'ChildLocation'],
  },
  text('display_name', 255, 'display name', ['Lakeside Clinic', 'Hilltop Annex'], {
    ...required,
    field: 'displayName',
  }),
  text('street', 255, 'street', ['1 Harbor Street', '2 Main Street'], { ...required, field: 'address' }),
  text('city', 255, 'city', ['Tucson', 'Portland'], { ...required, field: 'city' }),
  text('state', 2, 'two-letter code', ['AZ', 'OR'], { ...required, field: 'state' }),
  text('zip', 10, 'ZIP code, kept as text', ['85701', '97201'], { ...required, field: 'zipCode' }),
  text('country', 2, 'two-letter code; blank for a new entry: US', ['US', ''], { keeps: true, field: 'country' }),
  text(
    'organization_id',
    oidValueMax,
    'OID under which the directory knows it; blank: the Carequality OID of the organization',
    ['2.16.840.1.113883.3.9641', '2.16.840.1.113883.3.9642'],
    { keeps: true, field: 'organizationId' },
  ),
  text('entry_id', oidValueMax, 'id of the entry to change; blank: the one with the OID, or a new one', ['', ''], {
    keeps: true,
  }),
  text('legal_name', 255, 'legal name', ['', ''], { field: 'legalName' }),
  {
    name: 'other_names',
    kind: 'list',
    maxLength: 255,
    field: 'otherNames',
    summary: 'other names, at most 50',
    examples: ['Lakeside|Lakeside Health', ''],
  },
  text('parent_org_id', oidValueMax, 'OID of its parent', ['', '2.16.840.1.113883.3.9641'], { field: 'parentOrgId' }),
  text('home_community_id', oidValueMax, 'OID of its home community', ['', ''], { field: 'homeCommunityId' }),
];

/** The OID of the row: its own cell, or else the Carequality OID of the organization. */
const oidOf = (values: Values, organization: Organization | undefined): string =>
  plainOid(textOf(values, 'organization_id') || (organization?.carequality.organizationOid ?? ''));

const oidOfRow = async (values: Values, context: RowContext): Promise<string> => {
  const isSet = textOf(values, 'organization_id') !== '';
  return oidOf(values, isSet ? undefined : await readOrganization(idOf(values, 'org_id'), context));
};

const problem = (column: string, code: string, message: string): CellProblem => ({ column, code, message });

/** Checks without the current organization and entry. */
const offlineProblems = (values: Values): CellProblem[] => {
  const later = new Set<string | null>();
  if (textOf(values, 'organization_id') === '') later.add('organization_id');
  if (textOf(values, 'country') === '') for (const column of ['country', 'state', 'zip']) later.add(column);
  const names = values['other_names'];
  return [
    ...idProblems(values, ['org_id']),
    ...entryProblems(entryFields(storedEntryCells(values))).filter(({ column }) => !later.has(column)),
    ...(Array.isArray(names) && names.length > 50
      ? [problem('other_names', 'E-CELL-LENGTH', `The list has ${names.length} entries; it may have 50.`)]
      : []),
  ];
};

/** The body of a row: of an existing entry, the fields that the contract requires are added to those of the row. */
const bodyOf = (values: Values, current: Current | undefined, organizationId: string): DirectoryEntryWrite => {
  const entry = entryOf(current);
  const standing = entry && Object.keys(requiredEntryFields).map((field) => [field, entry[field as 'city']] as const);
  return {
    ...(entry === undefined ? { organizationId, country: defaultCountry } : { id: entry.id }),
    ...Object.fromEntries(standing ?? []),
    ...entryFields(storedEntryCells(values)),
  };
};

const checkNew = async (values: Values, context: RowContext): Promise<CellProblem[]> => {
  if (textOf(values, 'entry_id') !== '')
    return [problem('entry_id', 'E-ROW-TARGET', `The organization has no entry "${textOf(values, 'entry_id')}".`)];
  const organization = await readOrganization(idOf(values, 'org_id'), context);
  const participation = participationProblems(organization);
  if (participation.length > 0) return participation;
  const oid = oidOf(values, organization);
  if (oid !== '') return entryProblems(bodyOf(values, undefined, oid));
  const message = 'The organization has no Carequality OID: fill in the cell.';
  return [problem('organization_id', 'E-CELL-REQUIRED', message)];
};

const checkKnown = async (values: Values, current: Current, context: RowContext): Promise<CellProblem[]> => {
  const body = bodyOf(values, current, '');
  const match = entryProblems(body);
  if (match.length > 0 || body.organizationId === entryOf(current)?.organizationId) return match;
  const other = entryNamed(await readEntries(idOf(values, 'org_id'), context), body.organizationId ?? '');
  if (other === undefined || other.id === current.id) return [];
  const { message, hint } = errorCatalogue['E-DIRECTORY-OID-TAKEN'];
  return [problem('organization_id', 'E-DIRECTORY-OID-TAKEN', `${message} ${hint}`)];
};

export const directoryUpsert: BulkAction = {
  name: 'directory.upsert',
  summary: 'Add directory entries to organizations, or change existing ones',
  kind: 'update',
  upserts: true,
  columns,
  naturalKey: 'org_id and entry_id or organization_id',
  undoes: 'restores the former cells; an added entry becomes inactive, because entries cannot be deleted',
  calls: ['organizations.list', 'organizations.get', 'carequality.entries', 'carequality.upsertEntry'],
  keyOf: (values) =>
    `${idOf(values, 'org_id')} ${textOf(values, 'entry_id').toLowerCase() || plainOid(textOf(values, 'organization_id'))}`,
  lockOf: (values) => idOf(values, 'org_id'),
  problems: offlineProblems,

  async read(values, context) {
    const id = idOf(values, 'org_id');
    const entries = await readEntries(id, context);
    if (entries === undefined || entries.length === 0) return undefined;
    const match = entryNamed(entries, textOf(values, 'entry_id') || (await oidOfRow(values, context)));
    return match && entryCurrent(id, match);
  },

  check: (values, current, context) =>
    current === undefined ? checkNew(values, context) : checkKnown(values, current, context),

  desired: storedEntryCells,

  async write(values, current, _changes, context) {
    const { client, options } = context;
    const id = idOf(values, 'org_id');
    const body = bodyOf(values, current, current === undefined ? await oidOfRow(values, context) : '');
    return entryCurrent(id, await client.carequality.upsertEntry({ params: { id }, body }, guarded(options, current)));
  },

  reverse({ values, id, before }) {
    const row = { org_id: idOf(values, 'org_id'), entry_id: id };
    if (before === undefined) return { action: 'directory.active', values: { ...row, active: false } };
    const { active: _active, ...former } = before.values;
    const missing = columns.filter((column) => column.required && former[column.name] === null);
    if (missing.length > 0) {
      const names = missing.map(({ name }) => name).join(', ');
      return { cannot: `The entry had no ${names} before, and cannot be saved without one.` };
    }
    return { action: 'directory.upsert', values: { ...row, ...former } };
  },

  scan: scanEntries,
  keyCells: (current) => ({ org_id: ownerOfEntry(current), entry_id: current.id }),
};
