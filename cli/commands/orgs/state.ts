import type { Current } from '../../../shared/bulk/action.ts';
import { writeRow } from '../../bulk/writeRow.ts';
import { type Call, type Command, defineCommand } from '../../command.ts';
import { valueAt } from '../../output/fields.ts';
import type { WriteFlags } from '../../records/confirmed.ts';
import { organizationArgument } from '../../records/organizationLookup.ts';
import { nameOf, recordOf } from '../../records/recordCommands.ts';
import { oneOrganization } from './fields.ts';

interface ActivateOptions extends WriteFlags {
  readonly sendEmail?: boolean;
  readonly seedRecords?: boolean;
}

const activationSaved = 'Organization Activation Status has been updated.';

const recipient = (current: Current | undefined): string => {
  const email = valueAt(current?.record ?? {}, 'contact.email');
  return typeof email === 'string' ? email : 'its primary contact';
};

const activate = defineCommand<ActivateOptions>({
  name: 'activate',
  summary: 'Activate an organization',
  description: 'An organization that is activated already does not change, and no e-mail is sent again.',
  arguments: [organizationArgument],
  options: [
    { flags: '--send-email', summary: 'send the activation e-mail to its primary contact', group: 'Action' },
    { flags: '--no-seed-records', summary: 'do not create its default records address', group: 'Action' },
  ],
  fileAction: 'orgs.activate',
  fileImplies: { activated: true },
  takes: ['write', 'record'],
  fields: oneOrganization,
  calls: ['organizations.get', 'organizations.activate'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs activate <id> --send-email --yes',
    'carepost orgs activate <id> --no-seed-records --yes',
    'carepost orgs list --not-activated --output ids | carepost orgs activate - --yes',
  ],
  run: (context, { sendEmail = false, seedRecords = true, ...flags }, [id = '']) =>
    writeRow(context, {
      action: 'orgs.activate',
      values: { id, activated: true, send_email: sendEmail, seed_records: seedRecords },
      flags,
      title: (current) =>
        `Activate ${nameOf(current, id)}${sendEmail ? ` and send an e-mail to ${recipient(current)}` : ''}`,
      unchanged: (current) => `${nameOf(current, id)} is activated already; nothing was sent.`,
      done: activationSaved,
      show: recordOf,
    }),
});

const deactivate = defineCommand<WriteFlags>({
  name: 'deactivate',
  summary: 'Deactivate an organization',
  arguments: [organizationArgument],
  fileAction: 'orgs.activate',
  fileImplies: { activated: false },
  takes: ['write', 'record'],
  fields: oneOrganization,
  calls: ['organizations.get', 'organizations.activate'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs deactivate <id> --yes',
    'carepost orgs deactivate <id> --yes --output json --fields isActivated',
  ],
  run: (context, flags, [id = '']) =>
    writeRow(context, {
      action: 'orgs.activate',
      values: { id, activated: false },
      flags,
      title: (current) => `Deactivate ${nameOf(current, id)}`,
      unchanged: (current) => `${nameOf(current, id)} is not activated; nothing was sent.`,
      done: activationSaved,
      show: recordOf,
    }),
});

interface Switch {
  readonly action: string;
  readonly field: string;
  readonly call: Call;
  readonly done: string;
}

interface SwitchCommand {
  readonly name: string;
  readonly summary: string;
  readonly enabled: boolean;
  readonly title: string;
  /** The state of an organization that needs no change. */
  readonly state: string;
}

/**
 * The platform may treat these calls as a toggle: the action reads the present value, sends the new one, and reads it back. A second run
 * changes nothing.
 */
const switchCommand = (
  { action, field, call, done }: Switch,
  { name, summary, enabled, title, state }: SwitchCommand,
): Command =>
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
        title: (current) => `${title} ${nameOf(current, id)}`,
        unchanged: (current) => `${nameOf(current, id)} ${state} already; nothing was sent.`,
        done,
        show: recordOf,
      }),
  });

const login: Switch = {
  action: 'orgs.login',
  field: 'isEnabled',
  call: 'organizations.enable',
  done: 'Organization Login Ability has been updated.',
};

const capture: Switch = {
  action: 'orgs.api-capture',
  field: 'apiCapture',
  call: 'organizations.apiCapture',
  done: 'Organization API settings updated.',
};

const clearCancel = defineCommand<WriteFlags>({
  name: 'clear-cancel',
  summary: 'Clear the pending cancellation of an organization',
  arguments: [organizationArgument],
  fileAction: 'orgs.clear-cancel',
  takes: ['write', 'record'],
  fields: oneOrganization,
  calls: ['organizations.get', 'organizations.clearCancel'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs clear-cancel <id> --yes',
    'carepost orgs clear-cancel <id> --yes --reason "They stay" --output json --fields isPendingCancellation',
  ],
  run: (context, flags, [id = '']) =>
    writeRow(context, {
      action: 'orgs.clear-cancel',
      values: { id },
      flags,
      title: (current) => `Clear the cancellation of ${nameOf(current, id)}`,
      unchanged: (current) => `${nameOf(current, id)} has no pending cancellation; nothing was sent.`,
      done: 'The cancellation was cleared successfully.',
      show: recordOf,
    }),
});

const labels: Readonly<Record<string, readonly [one: string, many: string]>> = {
  users: ['user', 'users'],
  directAddresses: ['direct address', 'direct addresses'],
  faxNumbers: ['fax number', 'fax numbers'],
  serviceAccounts: ['service account', 'service accounts'],
  devices: ['device', 'devices'],
  licenses: ['license', 'licenses'],
  integrations: ['integration', 'integrations'],
  alternateOids: ['alternate OID', 'alternate OIDs'],
  directoryEntries: ['directory entry', 'directory entries'],
};

/** The records that are deleted with an organization, in one line. */
const impactText = (impact: Readonly<Record<string, number>>): string => {
  const counts = Object.entries(labels).flatMap(([field, [one, many]]) => {
    const count = impact[field] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return counts.length === 0 ? 'Nothing else is deleted with it.' : `Also deleted: ${counts.join(', ')}.`;
};

interface DeleteOptions extends WriteFlags {
  readonly expectName?: string;
}

const remove = defineCommand<DeleteOptions>({
  name: 'delete',
  aliases: ['rm'],
  summary: 'Delete an organization with everything that belongs to it',
  description:
    'Cannot be undone. Shows first what is deleted with it. The name is required as a protection against a wrong id.',
  arguments: [organizationArgument],
  options: [
    { flags: '--expect-name <name>', summary: 'delete it only if it has this name', group: 'Safety', required: true },
  ],
  fileAction: 'orgs.delete',
  takes: ['write', 'record'],
  fields: { all: ['id', 'name', 'deleted'], table: ['id', 'name', 'deleted'] },
  calls: ['organizations.get', 'organizations.history', 'organizations.deleteImpact', 'organizations.delete'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs delete <id> --expect-name "<name>" --yes',
    'carepost orgs delete <id> --expect-name "<name>" --yes --reason "Contract ended" --output json',
  ],
  async run(context, { expectName = '', ...flags }, [id = '']) {
    await writeRow(context, {
      action: 'orgs.delete',
      values: { id, expected_name: expectName },
      flags,
      async before() {
        const client = await context.client();
        return [impactText(await client.organizations.deleteImpact({ params: { id } }, { signal: context.signal }))];
      },
      title: (current) => `Delete the organization ${nameOf(current, id)}`,
      unchanged: (current) => `${nameOf(current, id)} is deleted already; nothing was sent.`,
      done: 'The organization was deleted successfully.',
      show: ({ current }) => ({ id: current?.id ?? id, name: nameOf(current, id), deleted: true }),
    });
  },
});

/** Deletes an organization or changes its activation, sign-in, API capture or cancellation. */
export const stateCommands: readonly Command[] = [
  remove,
  activate,
  deactivate,
  switchCommand(login, {
    name: 'login enable',
    summary: 'Enable sign-in for an organization',
    enabled: true,
    title: 'Enable sign-in for',
    state: 'can sign in',
  }),
  switchCommand(login, {
    name: 'login disable',
    summary: 'Disable sign-in for an organization',
    enabled: false,
    title: 'Disable sign-in for',
    state: 'cannot sign in',
  }),
  switchCommand(capture, {
    name: 'api-capture start',
    summary: 'Start capturing the API calls of an organization, with masked values',
    enabled: true,
    title: 'Capture the API calls of',
    state: 'is being captured',
  }),
  switchCommand(capture, {
    name: 'api-capture stop',
    summary: 'Stop capturing the API calls of an organization',
    enabled: false,
    title: 'Stop capturing the API calls of',
    state: 'is not being captured',
  }),
  clearCancel,
];
