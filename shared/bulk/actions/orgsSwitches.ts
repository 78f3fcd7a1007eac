import type { CallOptions, Client } from '../../client/createClient.ts';
import type { Organization } from '../../contract/organizationSchemas.ts';
import type { BulkAction } from '../action.ts';
import type { Call } from '../calls.ts';
import type { Consequence } from '../consequences.ts';
import {
  currentWith,
  guarded,
  idOf,
  idProblems,
  nothingKnown,
  organizationColumn,
  readOrganization,
  scanRows,
} from './targets.ts';

type Field = 'isEnabled' | 'apiCapture';

interface Switch {
  readonly name: string;
  readonly summary: string;
  readonly column: string;
  readonly field: Field;
  readonly call: Call;
  readonly off?: Consequence;
  readonly send: (client: Client, id: string, enabled: boolean, options: CallOptions) => Promise<Organization>;
}

/** The endpoint may flip the setting: the desired value is sent with the version that was read, so that a later change is not overwritten. */
const switchAction = ({ name, summary, column, field, call, off, send }: Switch): BulkAction => {
  const currentOf = (organization: Organization) => currentWith(organization, { enabled: organization[field] });
  return {
    name,
    summary,
    kind: 'toggle',
    columns: [
      organizationColumn('id'),
      { name: 'enabled', kind: 'flag', required: true, field: 'enabled', summary: column, examples: ['true', 'false'] },
    ],
    naturalKey: 'id',
    undoes: 'restores the former value',
    calls: ['organizations.list', 'organizations.get', call],
    keyOf: (values) => idOf(values),
    lockOf: (values) => idOf(values),
    problems: (values) => idProblems(values, ['id']),
    async read(values, context) {
      const record = await readOrganization(idOf(values), context);
      return record && currentOf(record);
    },
    desired: ({ enabled = null }) => ({ enabled }),
    consequences: (_values, _current, changes) =>
      off !== undefined && changes.some(({ after }) => after === false) ? [off] : [],
    async write(values, current, _changes, { client, options }) {
      const enabled = values['enabled'] === true;
      return currentOf(await send(client, idOf(values), enabled, guarded(options, current)));
    },
    reverse: ({ id, before }) =>
      before === undefined ? nothingKnown : { action: name, values: { id, enabled: before.values['enabled'] ?? null } },
    scan: scanRows((row) => ({ enabled: row[field] })),
    keyCells: ({ id }) => ({ id }),
  };
};

export const orgsLogin = switchAction({
  name: 'orgs.login',
  summary: 'Set whether the users of organizations can sign in',
  column: 'whether its users can sign in',
  field: 'isEnabled',
  call: 'organizations.enable',
  off: { kind: 'login-off', count: 1 },
  send: (client, id, enabled, options) => client.organizations.enable({ params: { id }, body: { enabled } }, options),
});

export const orgsApiCapture = switchAction({
  name: 'orgs.api-capture',
  summary: 'Start or stop capturing the API calls of organizations, with masked values',
  column: 'whether its API calls are captured',
  field: 'apiCapture',
  call: 'organizations.apiCapture',
  send: (client, id, enabled, options) =>
    client.organizations.apiCapture({ params: { id }, body: { enabled } }, options),
});
