import type { WhitelistItem } from '../../contract/integrationwhitelist.ts';
import { errorCatalogue } from '../../contract/errors.ts';
import { whitelistNoteMax } from '../../rules/integration.ts';
import type { BulkAction, Column, Current, RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import { isSame, type Values } from '../values.ts';
import {
  guarded,
  idColumn,
  idOf,
  idProblems,
  ifThere,
  nothingKnown,
  readOrganization,
  scanPages,
  textOf,
} from './targets.ts';

const rowId = idColumn('id of the whitelist entry');
const exampleId = '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55';

const integrationColumn: Column = {
  name: 'integration',
  kind: 'text',
  required: true,
  maxLength: 255,
  summary: 'type of the integration, such as Epic, or its id',
  field: 'integrationId',
  examples: ['Epic', 'Aprima'],
};
const organizationColumn: Column = {
  name: 'org_id',
  kind: 'text',
  maxLength: 36,
  summary: 'id of the organization. Blank: every organization',
  field: 'organizationId',
  examples: [exampleId, ''],
};
const noteColumn: Column = {
  name: 'note',
  kind: 'text',
  maxLength: whitelistNoteMax,
  summary: 'why the entry exists',
  field: 'note',
  examples: ['Pilot until March', ''],
};
const enabledColumn: Column = {
  name: 'enabled',
  kind: 'flag',
  keeps: true,
  summary: 'whether the entry allows anything. Blank in a new entry: yes',
  field: 'isEnabled',
  examples: ['true', ''],
};

const currentOf = (entry: WhitelistItem): Current => ({
  id: entry.id,
  name: entry.name,
  version: entry.version,
  values: { note: entry.note, enabled: entry.isEnabled },
  record: entry,
});

/** Integrations of the platform, requested once in a run. */
const integrationsOnce = ({ client, options, shared }: RowContext) =>
  shared.once('integrations', async () => (await client.integrations.list({}, options)).items);

const integrationOf = async (values: Values, context: RowContext) => {
  const text = textOf(values, 'integration').toLowerCase();
  return (await integrationsOnce(context)).find(({ id, type }) => id === text || type.toLowerCase() === text);
};

const keyOfPair = (values: Values): string =>
  `${textOf(values, 'integration').toLowerCase()} ${idOf(values, 'org_id') || 'every organization'}`;

const readEntry = async (values: Values, { client, options }: RowContext): Promise<Current | undefined> => {
  const reading = client.integrationwhitelist.get({ params: { id: idOf(values) } }, { ...options, fresh: true });
  const entry = await ifThere(reading);
  return entry && currentOf(entry);
};

const newCells = (values: Values): Values => ({
  note: textOf(values, 'note') || null,
  enabled: values['enabled'] ?? true,
});
const changedCells = (values: Values): Values =>
  Object.fromEntries(
    Object.entries({ note: textOf(values, 'note') || null, enabled: values['enabled'] ?? null }).filter(
      ([name]) => values[name] !== undefined,
    ),
  );

/** An entry that is added again needs its integration and organization, which no change touches. */
const pairOf = ({ record }: Current): Values => ({
  integration: String(record?.['integrationId']),
  org_id: typeof record?.['organizationId'] === 'string' ? record['organizationId'] : null,
});

async function* scan(
  { client, options }: RowContext,
  keep: (entry: Readonly<Record<string, unknown>>) => boolean,
): AsyncIterable<Current> {
  const page = (query: { readonly pageNumber: number; readonly pageSize: number }) =>
    client.integrationwhitelist.list({ query }, options);
  for await (const entry of scanPages(keep, page)) yield currentOf(entry);
}

const byId = (values: Values): string => idOf(values);

const create: BulkAction = {
  name: 'whitelist.create',
  summary: 'Allow integrations for organizations, or for every organization',
  kind: 'create',
  columns: [integrationColumn, organizationColumn, noteColumn, enabledColumn],
  naturalKey: 'integration and org_id',
  undoes: 'deletes the entry, unless it was changed since',
  calls: ['integrations.list', 'organizations.get', 'integrationwhitelist.list', 'integrationwhitelist.create'],
  keyOf: keyOfPair,
  lockOf: keyOfPair,
  problems: (values) => idProblems(values, ['org_id']),

  async read(values, context) {
    const integration = await integrationOf(values, context);
    if (integration === undefined) return undefined;
    const organizationId = idOf(values, 'org_id');
    const scope = organizationId === '' ? { isForAll: 'true' } : { organizationId };
    const query = { integrationId: integration.id, ...scope };
    const { items } = await context.client.integrationwhitelist.list({ query }, { ...context.options, fresh: true });
    return items[0] && currentOf(items[0]);
  },

  /** An entry that exists with the values of the row was added by an earlier attempt. */
  async check(values, existing, context): Promise<CellProblem[]> {
    if (existing !== undefined) {
      const requested = newCells(values);
      if (Object.entries(requested).every(([name, value]) => isSame(existing.values[name], value))) return [];
      const { message, hint } = errorCatalogue['E-WHITELIST-EXISTS'];
      return [{ column: 'integration', code: 'E-WHITELIST-EXISTS', message: `${message} ${hint}` }];
    }
    const problems: CellProblem[] = [];
    if ((await integrationOf(values, context)) === undefined) {
      const types = (await integrationsOnce(context)).map(({ type }) => type).join(', ');
      const message = `There is no integration "${textOf(values, 'integration')}". Use one of: ${types}.`;
      problems.push({ column: 'integration', code: 'E-ROW-TARGET', message });
    }
    const id = idOf(values, 'org_id');
    if (id !== '' && (await readOrganization(id, context)) === undefined)
      problems.push({ column: 'org_id', code: 'E-ROW-TARGET', message: 'The organization does not exist.' });
    return problems;
  },

  desired: newCells,

  async write(values, _current, _changes, context) {
    const integration = await integrationOf(values, context);
    const body = {
      integrationId: integration?.id ?? '',
      organizationId: idOf(values, 'org_id') || null,
      note: textOf(values, 'note') || null,
      isEnabled: values['enabled'] !== false,
    };
    return currentOf(await context.client.integrationwhitelist.create({ body }, context.options));
  },

  reverse: ({ id, after }) => (after === undefined ? nothingKnown : { action: 'whitelist.delete', values: { id } }),
};

const update: BulkAction = {
  name: 'whitelist.update',
  summary: 'Change notes of whitelist entries, or switch entries on and off',
  kind: 'update',
  merges: true,
  scans: 'integrationwhitelist.list',
  columns: [rowId, noteColumn, enabledColumn],
  naturalKey: 'id',
  undoes: 'restores the former cells',
  calls: ['integrationwhitelist.list', 'integrationwhitelist.get', 'integrationwhitelist.update'],
  keyOf: byId,
  lockOf: byId,
  problems: (values) => idProblems(values, ['id']),
  read: readEntry,
  desired: changedCells,

  async write(values, current, changes, { client, options }) {
    const cells = Object.fromEntries(changes.map(({ column, after }) => [column, after]));
    const body = {
      ...(cells['note'] === undefined ? {} : { note: cells['note'] === null ? null : textOf(cells, 'note') }),
      ...(cells['enabled'] === undefined ? {} : { isEnabled: cells['enabled'] === true }),
      ...(current?.version === undefined ? {} : { version: current.version }),
    };
    return currentOf(await client.integrationwhitelist.update({ params: { id: idOf(values) }, body }, options));
  },

  reverse: ({ id, before }) =>
    before === undefined ? nothingKnown : { action: 'whitelist.update', values: { id, ...before.values } },
  scan,
  keyCells: ({ id }) => ({ id }),
};

const remove: BulkAction = {
  name: 'whitelist.delete',
  summary: 'Delete whitelist entries of integrations',
  kind: 'delete',
  scans: 'integrationwhitelist.list',
  columns: [rowId],
  naturalKey: 'id',
  undoes: 'adds the entry again, with another id',
  calls: ['integrationwhitelist.list', 'integrationwhitelist.get', 'integrationwhitelist.delete'],
  keyOf: byId,
  lockOf: byId,
  problems: (values) => idProblems(values, ['id']),
  /** The cells of the pair are for an undo. */
  async read(values, context) {
    const current = await readEntry(values, context);
    return current && { ...current, values: { ...pairOf(current), ...current.values } };
  },
  desired: () => null,

  async write(_values, current, _changes, { client, options }) {
    await client.integrationwhitelist.delete({ params: { id: current?.id ?? '' } }, guarded(options, current));
    return undefined;
  },

  reverse: ({ before }) =>
    before === undefined ? nothingKnown : { action: 'whitelist.create', values: before.values },
  scan,
  keyCells: ({ id }) => ({ id }),
};

export const whitelistActions: readonly BulkAction[] = [create, update, remove];
