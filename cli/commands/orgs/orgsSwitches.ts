import type { CallOptions, Client } from '../../../shared/client/createClient.ts';
import { type Call, type Command, defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { oneOrganization, organizationArgument } from './organizationFields.ts';

interface Switch {
  readonly name: string;
  readonly summary: string;
  readonly field: 'isEnabled' | 'apiCapture';
  readonly wanted: boolean;
  readonly call: Call;
  readonly deed: string;
  /** How it stands when nothing has to be done. */
  readonly state: string;
  readonly done: string;
  send(client: Client, id: string, enabled: boolean, options: CallOptions): Promise<unknown>;
}

/**
 * A call that a platform may understand as a flip: what stands is read first, the wanted value is sent, and what stands then is read
 * back. Run twice it does nothing the second time.
 */
const switchVerb = (given: Switch): Command =>
  defineCommand<WriteFlags>({
    name: given.name,
    summary: given.summary,
    arguments: [organizationArgument],
    takes: ['write', 'record'],
    fields: oneOrganization,
    calls: ['organizations.get', given.call],
    exits: ['partial', 'not-found', 'invalid'],
    examples: [
      `carepost orgs ${given.name} <id> --yes`,
      `carepost orgs ${given.name} <id> --yes --reason "Ticket 4711" --output json --fields name,${given.field}`,
    ],
    async run(context, flags, [id = '']) {
      const client = await context.client();
      const read = () => client.organizations.get({ params: { id } }, { signal: context.signal, fresh: true });
      const before = await read();
      if (before[given.field] === given.wanted) {
        context.terminal.note(`${before.name} ${given.state} already; nothing was sent.`);
        await context.output.record(before);
        return;
      }
      const sending = await confirmed(context, `${given.deed} ${before.name}`, flags);
      await given.send(client, id, given.wanted, sending);
      const after = await read();
      if (after[given.field] !== given.wanted) throw new CliError('E-NOT-TAKEN-UP');
      context.terminal.note(given.done);
      await context.output.record(after);
    },
  });

const login = {
  field: 'isEnabled',
  call: 'organizations.enable',
  done: 'Organization Login Ability has been updated.',
  send: (client: Client, id: string, enabled: boolean, options: CallOptions) =>
    client.organizations.enable({ params: { id }, body: { enabled } }, options),
} as const;

const capture = {
  field: 'apiCapture',
  call: 'organizations.apiCapture',
  done: 'Organization API settings updated.',
  send: (client: Client, id: string, enabled: boolean, options: CallOptions) =>
    client.organizations.apiCapture({ params: { id }, body: { enabled } }, options),
} as const;

export const switchVerbs: readonly Command[] = [
  switchVerb({
    ...login,
    name: 'login enable',
    summary: 'Let the people of an organization sign in',
    wanted: true,
    deed: 'Enable the login of',
    state: 'can sign in',
  }),
  switchVerb({
    ...login,
    name: 'login disable',
    summary: 'Keep the people of an organization from signing in',
    wanted: false,
    deed: 'Disable the login of',
    state: 'cannot sign in',
  }),
  switchVerb({
    ...capture,
    name: 'api-capture start',
    summary: 'Capture the API calls of an organization, with masked values',
    wanted: true,
    deed: 'Capture the API calls of',
    state: 'is being captured',
  }),
  switchVerb({
    ...capture,
    name: 'api-capture stop',
    summary: 'Stop capturing the API calls of an organization',
    wanted: false,
    deed: 'Stop capturing the API calls of',
    state: 'is not being captured',
  }),
];
