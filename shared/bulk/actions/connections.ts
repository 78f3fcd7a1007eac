import type { Connection } from '../../contract/connections.ts';
import { connectionLimits, emailDomainProblem } from '../../rules/connection.ts';
import type { BulkAction, Column, Current, RowContext } from '../action.ts';
import type { Values } from '../values.ts';
import { guarded, idColumn, idOf, idProblems, ifThere, nothingKnown, scanPages, textOf } from './targets.ts';

const rowId = idColumn('id of the connection');

/** The fields that need no secret: another issuer is entered together with its secret, and a secret is never a cell. */
const fieldColumns: readonly Column[] = [
  {
    name: 'display_name',
    kind: 'text',
    keeps: true,
    maxLength: connectionLimits.displayName,
    field: 'displayName',
    summary: 'name on the sign-in pages',
    examples: ["St. Mary's Hospital", ''],
  },
  {
    name: 'domains',
    kind: 'list',
    keeps: true,
    maxLength: 253,
    field: 'domains',
    summary: 'all e-mail domains of the connection',
    examples: ['st-marys.example|clinic.example', ''],
  },
  {
    name: 'enabled',
    kind: 'flag',
    keeps: true,
    field: 'isEnabled',
    summary: 'whether people can sign in by it',
    examples: ['', 'false'],
  },
];

const currentOf = (connection: Connection): Current => ({
  id: connection.id,
  name: connection.name,
  version: connection.version,
  values: {
    display_name: connection.displayName,
    domains: connection.domains.toSorted(),
    enabled: connection.isEnabled,
  },
  record: connection,
});

const domainsOf = (values: Values): string[] => {
  const cell = values['domains'];
  return Array.isArray(cell) ? [...new Set(cell.map((domain: string) => domain.trim().toLowerCase()))].sort() : [];
};

async function* scan(
  { client, options }: RowContext,
  keep: (connection: Readonly<Record<string, unknown>>) => boolean,
): AsyncIterable<Current> {
  for await (const row of scanPages(keep, (query) => client.connections.list({ query }, options))) yield currentOf(row);
}

const byConnectionId = {
  scans: 'connections.list',
  naturalKey: 'id',
  keyOf: (values: Values) => idOf(values),
  lockOf: (values: Values) => idOf(values),
  async read(values: Values, { client, options }: RowContext) {
    const call = client.connections.get({ params: { id: idOf(values) } }, { ...options, fresh: true });
    const connection = await ifThere(call);
    return connection && currentOf(connection);
  },
  scan,
  keyCells: ({ id }: Current) => ({ id }),
} as const;

const update: BulkAction = {
  ...byConnectionId,
  name: 'connections.update',
  summary: 'Change single sign-on connections: name on the sign-in pages, e-mail domains, and whether they are enabled',
  kind: 'update',
  merges: true,
  columns: [rowId, ...fieldColumns],
  undoes: 'restores the former cells',
  calls: ['connections.list', 'connections.get', 'connections.update'],
  problems: (values) => [
    ...idProblems(values, ['id']),
    ...domainsOf(values).flatMap((domain) => {
      const message = emailDomainProblem(domain);
      return message === null ? [] : [{ column: 'domains', code: 'E-CELL-RULE', message }];
    }),
  ],
  desired: (values) => ({
    ...(values['display_name'] === undefined ? {} : { display_name: textOf(values, 'display_name') }),
    ...(values['domains'] === undefined ? {} : { domains: domainsOf(values) }),
    ...(values['enabled'] === undefined ? {} : { enabled: values['enabled'] }),
  }),

  async write(values, current, changes, { client, options }) {
    const cells = Object.fromEntries(changes.map(({ column, after }) => [column, after]));
    const body = {
      ...(cells['display_name'] === undefined ? {} : { displayName: textOf(cells, 'display_name') }),
      ...(cells['domains'] === undefined ? {} : { domains: domainsOf(cells) }),
      ...(cells['enabled'] === undefined ? {} : { isEnabled: cells['enabled'] === true }),
      ...(current?.version === undefined ? {} : { version: current.version }),
    };
    return currentOf(await client.connections.update({ params: { id: idOf(values) }, body }, options));
  },

  reverse: ({ id, before }) =>
    before === undefined ? nothingKnown : { action: 'connections.update', values: { id, ...before.values } },
};

const remove: BulkAction = {
  ...byConnectionId,
  name: 'connections.delete',
  summary: 'Delete single sign-on connections',
  kind: 'delete',
  columns: [rowId],
  undoes: null,
  calls: ['connections.list', 'connections.get', 'connections.delete'],
  problems: (values) => idProblems(values, ['id']),
  desired: () => null,

  async write(_values, current, _changes, { client, options }) {
    await client.connections.delete({ params: { id: current?.id ?? '' } }, guarded(options, current));
    return undefined;
  },
};

export const connectionActions: readonly BulkAction[] = [update, remove];
