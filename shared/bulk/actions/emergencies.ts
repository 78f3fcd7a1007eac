import type { Emergency } from '../../contract/emergencies.ts';
import {
  emergencyDateText,
  emergencyNameMax,
  emergencyOrganizationCountMax,
  emergencyOrganizationText,
  type EmergencyOrganization,
  parseEmergencyDate,
  parseEmergencyOrganization,
} from '../../rules/emergency.ts';
import { normaliseName } from '../../rules/visibleText.ts';
import type { BulkAction, Column, Current, Reverse, RowContext } from '../action.ts';
import type { Consequence } from '../consequences.ts';
import type { CellProblem } from '../problems.ts';
import type { CellValue, Values } from '../values.ts';
import { guarded, idOf, idProblems, ifThere, nothingKnown, textOf } from './targets.ts';

const ids: Column['examples'] = ['018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55', '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c56'];

const problem = (column: string, code: string, message: string): CellProblem => ({ column, code, message });

const dateProblems = (values: Values, column: string): CellProblem[] => {
  const text = textOf(values, column);
  return text === '' || parseEmergencyDate(text) !== null
    ? []
    : [problem(column, 'E-CELL-RULE', `"${text}" is not a date. ${emergencyDateText}`)];
};

/** A date as the server stores it; null where the cell clears it. */
const dateOf = (value: CellValue): string | null => (typeof value === 'string' ? parseEmergencyDate(value) : null);

const readById = (id: string, { client, options }: RowContext): Promise<Emergency | undefined> =>
  ifThere(client.emergencies.get({ params: { id } }, { ...options, fresh: true }));

/** The most that the search of the list takes. */
const searchMax = 200;

/** Names are unique in any letter case. */
/** As the server stores it. */
const nameOf = (values: Values): string => normaliseName(textOf(values, 'name'));

const readByName = async (name: string, { client, options }: RowContext): Promise<Emergency | undefined> => {
  const query = { search: name.slice(0, searchMax), pageSize: 5000 };
  const { items } = await client.emergencies.list({ query }, { ...options, fresh: true });
  return items.find((one) => one.name.toLowerCase() === name.toLowerCase());
};

const scanPageSize = 1000;

/** A scan over the list of emergencies; one that is added in the meantime moves others to the next page, which are not repeated. */
const scanEmergencies = (toCurrent: (emergency: Emergency) => Current) =>
  async function* scan(
    { client, options }: RowContext,
    keep: (emergency: Readonly<Record<string, unknown>>) => boolean,
  ): AsyncIterable<Current> {
    const seen = new Set<string>();
    for (let pageNumber = 1; ; pageNumber += 1) {
      const query = { pageNumber, pageSize: scanPageSize };
      const { items, totalCount } = await client.emergencies.list({ query }, { ...options, fresh: true });
      for (const emergency of items) {
        if (!seen.has(emergency.id) && keep(emergency)) yield toCurrent(emergency);
        seen.add(emergency.id);
      }
      if (items.length === 0 || pageNumber * scanPageSize >= totalCount) return;
    }
  };

/** Users of the organizations that an emergency is about. */
const usersOf = async (id: string, { client, options }: RowContext): Promise<readonly Consequence[]> => {
  const { userCount } = await client.emergencies.impact({ params: { id } }, options);
  return userCount === 0 ? [] : [{ kind: 'emergency-users', count: userCount }];
};

const currentOf = (emergency: Emergency, values: Values): Current => ({
  id: emergency.id,
  name: emergency.name,
  version: emergency.version,
  values,
  record: emergency,
});

const fieldsOf = (emergency: Emergency): Current =>
  currentOf(emergency, {
    name: emergency.name,
    disabled_date: emergency.disabledDate,
    organizations: emergency.organizations.map(emergencyOrganizationText),
  });

const organizationCells = (values: Values): readonly string[] => {
  const cells = values['organizations'];
  return Array.isArray(cells) ? (cells as readonly string[]) : [];
};
const organizationsOf = (values: Values): EmergencyOrganization[] =>
  organizationCells(values)
    .map(parseEmergencyOrganization)
    .filter((one) => typeof one !== 'string');

const organizationProblems = (values: Values): CellProblem[] => {
  const cells = organizationCells(values);
  const wrong = cells.map(parseEmergencyOrganization).find((one) => typeof one === 'string');
  if (typeof wrong === 'string') return [problem('organizations', 'E-CELL-RULE', wrong)];
  if (cells.length > emergencyOrganizationCountMax) {
    const message = `The list has ${cells.length} organizations; it may have ${emergencyOrganizationCountMax}.`;
    return [problem('organizations', 'E-CELL-LENGTH', message)];
  }
  const oids = organizationsOf(values).map(({ oid }) => oid);
  const repeated = oids.find((oid, index) => oids.indexOf(oid) !== index);
  return repeated === undefined ? [] : [problem('organizations', 'E-CELL-RULE', `The list has ${repeated} twice.`)];
};

/** The cells of a row as the server stores them. */
const storedCells = (values: Values): Values => {
  const { disabled_date: date } = values;
  return {
    name: nameOf(values),
    ...(date === undefined ? {} : { disabled_date: dateOf(date) }),
    ...(values['organizations'] === undefined
      ? {}
      : { organizations: organizationsOf(values).map(emergencyOrganizationText) }),
  };
};

export const emergenciesUpsert: BulkAction = {
  name: 'emergencies.upsert',
  summary: 'Add public health emergencies, or change existing ones',
  kind: 'update',
  upserts: true,
  columns: [
    {
      name: 'name',
      kind: 'text',
      required: true,
      maxLength: emergencyNameMax,
      field: 'name',
      summary: 'its name',
      examples: ['Hurricane Odette', 'Spring flooding'],
    },
    {
      name: 'id',
      kind: 'text',
      keeps: true,
      maxLength: 36,
      field: 'id',
      summary: 'id of the emergency to change; blank: the one with the name, or a new one',
      examples: ['', ''],
    },
    {
      name: 'disabled_date',
      kind: 'text',
      maxLength: 20,
      field: 'disabledDate',
      summary: 'day from which on it is disabled: M/d/yyyy, M/d/yy, MMddyyyy, MMddyy or YYYY-MM-DD',
      examples: ['12/31/2027', ''],
    },
    {
      name: 'organizations',
      kind: 'list',
      keeps: true,
      maxLength: 520,
      field: 'organizations',
      summary: 'OID and name of each organization; a new emergency requires one',
      examples: [
        '2.16.840.1.113883.3.9641 Harbor County Health|2.16.840.1.113883.3.9642 Lakeside Clinic',
        '2.16.840.1.113883.3.9641 Harbor County Health',
      ],
    },
  ],
  naturalKey: 'id or name',
  undoes: 'restores the former cells; an added emergency is disabled, because emergencies cannot be deleted',
  calls: ['emergencies.list', 'emergencies.get', 'emergencies.impact', 'emergencies.create', 'emergencies.save'],
  keyOf: (values) => idOf(values) || nameOf(values).toLowerCase(),
  lockOf: (values) => idOf(values) || nameOf(values).toLowerCase(),
  problems: (values) => [
    ...idProblems(values, ['id']),
    ...dateProblems(values, 'disabled_date'),
    ...organizationProblems(values),
  ],

  async read(values, context) {
    const id = idOf(values);
    const record = await (id === '' ? readByName(nameOf(values), context) : readById(id, context));
    return record && fieldsOf(record);
  },

  async check(values, current) {
    if (current !== undefined) return [];
    if (idOf(values) !== '') return [problem('id', 'E-ROW-TARGET', 'The emergency does not exist.')];
    return organizationCells(values).length > 0
      ? []
      : [problem('organizations', 'E-CELL-REQUIRED', 'A new emergency requires at least one organization.')];
  },

  desired: storedCells,

  consequences: (_values, current, changes, context) =>
    current !== undefined && changes.some(({ column }) => column === 'disabled_date')
      ? usersOf(current.id, context)
      : [],

  async write(values, current, _changes, { client, options }) {
    const { disabled_date: date } = values;
    const fields = {
      name: nameOf(values),
      ...(date === undefined ? {} : { disabledDate: dateOf(date) }),
    };
    const organizations = organizationsOf(values);
    if (current === undefined)
      return fieldsOf(await client.emergencies.create({ body: { ...fields, organizations } }, options));
    const body = { id: current.id, ...fields, ...(organizations.length === 0 ? {} : { organizations }) };
    return fieldsOf(await client.emergencies.save({ body }, guarded(options, current)));
  },

  reverse({ id, before }): Reverse {
    if (before === undefined) return { action: 'emergencies.state', values: { id, enabled: false } };
    return { action: 'emergencies.upsert', values: { id, ...before.values } };
  },

  scan: scanEmergencies(fieldsOf),
  scans: 'emergencies.list',
  keyCells: ({ id, name }) => ({ id, name }),
};

/** `enabled` means that no date is set; a scheduled emergency is disabled by its date later, and by `is_disabled` now. */
const stateOf = (emergency: Emergency): Current =>
  currentOf(emergency, {
    enabled: emergency.disabledDate === null,
    on: emergency.disabledDate,
    is_disabled: emergency.isDisabled,
  });

export const emergenciesState: BulkAction = {
  name: 'emergencies.state',
  summary: 'Enable or disable public health emergencies, at once or on a day',
  kind: 'update',
  columns: [
    {
      name: 'id',
      kind: 'text',
      required: true,
      maxLength: 36,
      field: 'id',
      summary: 'id of the emergency',
      examples: ids,
    },
    {
      name: 'enabled',
      kind: 'flag',
      required: true,
      field: 'enabled',
      summary: 'true clears its disabled date, false sets it',
      examples: ['true', 'false'],
    },
    {
      name: 'on',
      kind: 'text',
      keeps: true,
      maxLength: 20,
      field: 'on',
      summary: 'day from which on it is disabled, in the forms of disabled_date; blank: today',
      examples: ['', '12/31/2027'],
    },
  ],
  naturalKey: 'id',
  undoes: 'restores the former disabled date',
  calls: ['emergencies.list', 'emergencies.get', 'emergencies.impact', 'emergencies.enable', 'emergencies.disable'],
  keyOf: (values) => idOf(values),
  lockOf: (values) => idOf(values),
  problems: (values) => [
    ...idProblems(values, ['id']),
    ...dateProblems(values, 'on'),
    ...(values['enabled'] === true && textOf(values, 'on') !== ''
      ? [problem('on', 'E-CELL-RULE', 'An emergency is enabled at once: leave the day blank.')]
      : []),
  ],

  async read(values, context) {
    const record = await readById(idOf(values), context);
    return record && stateOf(record);
  },

  desired(values): Values {
    if (values['enabled'] === true) return { enabled: true, on: null };
    const on = dateOf(textOf(values, 'on'));
    return on === null ? { enabled: false, is_disabled: true } : { enabled: false, on };
  },

  consequences: (_values, current, _changes, context) => (current === undefined ? [] : usersOf(current.id, context)),

  async write(values, current, _changes, { client, options }) {
    const params = { id: idOf(values) };
    const on = dateOf(textOf(values, 'on'));
    const call = guarded(options, current);
    if (values['enabled'] === true) return stateOf(await client.emergencies.enable({ params, body: {} }, call));
    return stateOf(await client.emergencies.disable({ params, body: on === null ? {} : { on } }, call));
  },

  reverse({ id, before }): Reverse {
    if (before === undefined) return nothingKnown;
    const on = before.values['on'] ?? null;
    const former: Values = on === null ? { enabled: true } : { enabled: false, on };
    return { action: 'emergencies.state', values: { id, ...former } };
  },

  scan: scanEmergencies(stateOf),
  scans: 'emergencies.list',
  keyCells: ({ id }) => ({ id }),
};
