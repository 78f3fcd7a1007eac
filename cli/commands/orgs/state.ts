import type { Current } from '../../../shared/bulk/action.ts';
import { type Call, type Command, actionFlag, safetyFlag } from '../../command.ts';
import { valueAt } from '../../output/fields.ts';
import { actionCommand, nameOf } from '../../records/commandBuilders.ts';
import { organizationArgument } from '../../records/organizationLookup.ts';

const activationSaved = 'Organization Activation Status has been updated.';

const recipient = (current: Current | undefined): string => {
  const email = valueAt(current?.record ?? {}, 'contact.email');
  return typeof email === 'string' ? email : 'its primary contact';
};

/** `state` is that of an organization that needs no change. */
type SwitchCommand = Readonly<Record<'name' | 'summary' | 'title' | 'state', string> & { enabled: boolean }>;
type Switch = Readonly<Record<'action' | 'field' | 'done', string> & { call: Call }>;

/**
 * The platform may treat these calls as a toggle: the action reads the present value, sends the new one, and reads it back. A second run
 * changes nothing.
 */
const switchCommand = (
  { action, field, call, done }: Switch,
  { name, summary, enabled, title, state }: SwitchCommand,
): Command =>
  actionCommand({
    name,
    summary,
    arguments: [organizationArgument],
    action,
    fileImplies: { enabled },
    calls: ['organizations.get', call],
    examples: [`<id> --yes`, `<id> --yes --reason "Ticket 4711" --output json --fields name,${field}`],
    change: ({ id }) => ({
      values: { id, enabled },
      title: (current) => `${title} ${nameOf(current, id)}`,
      unchanged: (current) => `${nameOf(current, id)} ${state} already; nothing was sent.`,
      done,
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
  return counts.length === 0 ? 'Nothing else is deleted with it.' : `This also deletes ${counts.join(', ')}.`;
};

/** Deletes an organization or changes its activation, sign-in, API capture or cancellation. */
export const stateCommands: readonly Command[] = [
  actionCommand({
    name: 'delete',
    summary: 'Delete an organization with everything that belongs to it',
    description:
      'This cannot be undone. The command first shows what else is deleted. The name protects against a mistyped id.',
    arguments: [organizationArgument],
    options: [safetyFlag('--expect-name <name>', 'delete it only if it has this name', { required: true })],
    action: 'orgs.delete',
    fields: ['id', 'name', 'deleted'],
    calls: ['organizations.get', 'organizations.history', 'organizations.deleteImpact', 'organizations.delete'],
    examples: [
      '<id> --expect-name "<name>" --yes',
      '<id> --expect-name "<name>" --yes --reason "Contract ended" --output json',
    ],
    change: ({ client, read, options: { expectName = '' }, id }) => ({
      values: { id, expected_name: expectName },
      before: async () => [impactText(await client.organizations.deleteImpact({ params: { id } }, read))],
      title: (current) => `Delete the organization ${nameOf(current, id)}`,
      unchanged: (current) => `${nameOf(current, id)} is deleted already; nothing was sent.`,
      done: 'The organization was deleted successfully.',
      show: ({ current }) => ({ id: current?.id ?? id, name: nameOf(current, id), deleted: true }),
    }),
  }),
  actionCommand({
    name: 'activate',
    summary: 'Activate an organization',
    description: 'An organization that is already activated stays as it is, and no second e-mail is sent.',
    arguments: [organizationArgument],
    options: [
      actionFlag('--send-email', 'send the activation e-mail to its primary contact'),
      actionFlag('--no-seed-records', 'do not create its default records address'),
    ],
    action: 'orgs.activate',
    fileImplies: { activated: true },
    calls: ['organizations.get', 'organizations.activate'],
    examples: [
      '<id> --send-email --yes',
      '<id> --no-seed-records --yes',
      'carepost orgs list --not-activated --output ids | carepost orgs activate - --yes',
    ],
    change: ({ options: { sendEmail = false, seedRecords = true }, id }) => ({
      values: { id, activated: true, send_email: sendEmail, seed_records: seedRecords },
      title: (current) =>
        `Activate ${nameOf(current, id)}${sendEmail ? ` and send an e-mail to ${recipient(current)}` : ''}`,
      unchanged: (current) => `${nameOf(current, id)} is activated already; nothing was sent.`,
      done: activationSaved,
    }),
  }),
  actionCommand({
    name: 'deactivate',
    summary: 'Deactivate an organization',
    arguments: [organizationArgument],
    action: 'orgs.activate',
    fileImplies: { activated: false },
    calls: ['organizations.get', 'organizations.activate'],
    examples: ['<id> --yes', '<id> --yes --output json --fields isActivated'],
    change: ({ id }) => ({
      values: { id, activated: false },
      title: (current) => `Deactivate ${nameOf(current, id)}`,
      unchanged: (current) => `${nameOf(current, id)} is not activated; nothing was sent.`,
      done: activationSaved,
    }),
  }),
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
  actionCommand({
    name: 'clear-cancel',
    summary: 'Clear the pending cancellation of an organization',
    arguments: [organizationArgument],
    action: 'orgs.clear-cancel',
    calls: ['organizations.get', 'organizations.clearCancel'],
    examples: ['<id> --yes', '<id> --yes --reason "They stay" --output json --fields isPendingCancellation'],
    change: ({ id }) => ({
      values: { id },
      title: (current) => `Clear the cancellation of ${nameOf(current, id)}`,
      unchanged: (current) => `${nameOf(current, id)} has no pending cancellation; nothing was sent.`,
      done: 'The cancellation was cleared successfully.',
    }),
  }),
];
