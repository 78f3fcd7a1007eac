import { writeRow } from '../../bulk/writeRow.ts';
import { type Call, type Command, defineCommand } from '../../command.ts';
import { organizationArgument } from '../../records/organizationLookup.ts';
import { nameOf, recordOf } from '../../records/resourceRows.ts';
import type { WriteFlags } from '../../records/writeFlags.ts';
import { oneOrganization } from './organizationFields.ts';

interface Switch {
  readonly name: string;
  readonly summary: string;
  readonly action: string;
  readonly field: string;
  readonly call: Call;
  readonly enabled: boolean;
  readonly deed: string;
  /** How it stands when nothing has to be done. */
  readonly state: string;
  readonly done: string;
}

/**
 * A call that a platform may understand as a flip: the action reads what stands first, sends the wanted value, and reads back. Run twice
 * it does nothing the second time.
 */
const switchVerb = ({ name, summary, action, field, call, enabled, deed, state, done }: Switch): Command =>
  defineCommand<WriteFlags>({
    name,
    summary,
    arguments: [organizationArgument],
    fileAction: action,
    fileImplies: { enabled },
    takes: ['write', 'record'],
    fields: oneOrganization,
    calls: ['organizations.get', call],
    exits: ['partial', 'not-found', 'invalid', 'conflict'],
    examples: [
      `carepost orgs ${name} <id> --yes`,
      `carepost orgs ${name} <id> --yes --reason "Ticket 4711" --output json --fields name,${field}`,
    ],
    run: (context, flags, [id = '']) =>
      writeRow(context, {
        action,
        values: { id, enabled },
        flags,
        deed: (found) => `${deed} ${nameOf(found, id)}`,
        unchanged: (found) => `${nameOf(found, id)} ${state} already; nothing was sent.`,
        done,
        show: recordOf,
      }),
  });

const login = {
  action: 'orgs.login',
  field: 'isEnabled',
  call: 'organizations.enable',
  done: 'Organization Login Ability has been updated.',
} as const;

const capture = {
  action: 'orgs.api-capture',
  field: 'apiCapture',
  call: 'organizations.apiCapture',
  done: 'Organization API settings updated.',
} as const;

export const switchVerbs: readonly Command[] = [
  switchVerb({
    ...login,
    name: 'login enable',
    summary: 'Let the people of an organization sign in',
    enabled: true,
    deed: 'Enable the login of',
    state: 'can sign in',
  }),
  switchVerb({
    ...login,
    name: 'login disable',
    summary: 'Keep the people of an organization from signing in',
    enabled: false,
    deed: 'Disable the login of',
    state: 'cannot sign in',
  }),
  switchVerb({
    ...capture,
    name: 'api-capture start',
    summary: 'Capture the API calls of an organization, with masked values',
    enabled: true,
    deed: 'Capture the API calls of',
    state: 'is being captured',
  }),
  switchVerb({
    ...capture,
    name: 'api-capture stop',
    summary: 'Stop capturing the API calls of an organization',
    enabled: false,
    deed: 'Stop capturing the API calls of',
    state: 'is not being captured',
  }),
];
