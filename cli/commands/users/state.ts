import { type Command, contentFlag, safetyFlag } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { actionCommand, nameOf } from '../../records/commandBuilders.ts';
import { organizationName, orgArgument } from '../../records/organizationLookup.ts';
import { unchangedText } from '../../records/recordCommands.ts';
import { fieldsText, setFlag, settableOf } from '../../records/setFields.ts';
import { loadUser, userArgument } from './userArgument.ts';

const settable = settableOf('users.update');

const enableCommand = (name: 'enable' | 'disable'): Command =>
  actionCommand({
    name,
    summary: name === 'enable' ? 'Let a user sign in' : 'Refuse the sign-in of a user; sessions end at once',
    arguments: [userArgument],
    action: 'users.enable',
    fileImplies: { enabled: name === 'enable' },
    calls: ['users.get', 'users.list', 'users.enable'],
    examples: ['<user> --yes', '<user> --yes --reason "Ticket 4711" --output json'],
    async change(run) {
      const user = await loadUser(run, run.id);
      return {
        values: { id: user.id, enabled: name === 'enable' },
        title: () => `${name === 'enable' ? 'Enable' : 'Disable'} the user ${user.name}`,
        unchanged: () => `${user.name} is ${name}d already.`,
        done: `The user is ${name}d.`,
      };
    },
  });

interface OneWay {
  readonly name: string;
  readonly summary: string;
  readonly action: string;
  readonly call: Parameters<typeof actionCommand>[0]['calls'][number];
  readonly title: (name: string) => string;
  readonly done: string;
}

const oneWayCommand = ({ name, summary, action, call, title, done }: OneWay): Command =>
  actionCommand({
    name,
    summary,
    arguments: [userArgument],
    action,
    calls: ['users.get', 'users.list', call],
    examples: ['<user> --yes', '<user> --yes --reason "Ticket 4711" --output json'],
    async change(run) {
      const user = await loadUser(run, run.id);
      return {
        values: { id: user.id },
        title: () => title(user.name),
        unchanged: () => `Nothing to do for ${user.name}; nothing was sent.`,
        done,
      };
    },
  });

const membershipCommand = (name: 'assign' | 'unassign'): Command => {
  const isAssign = name === 'assign';
  return actionCommand({
    name,
    summary: isAssign ? 'Let a user work in an organization' : 'End the work of a user in an organization',
    arguments: [userArgument, orgArgument],
    ...(isAssign && { options: [contentFlag('--administrator', 'list the user as an administrator')] }),
    action: `users.${name}`,
    calls: ['users.get', 'users.list', 'organizations.get', 'users.organizations', `users.${name}`],
    ...(isAssign ? {} : { fields: ['id', 'name', 'removed'] }),
    examples: ['<user> <org> --yes', '<user> <org> --yes --output json'],
    async change(run) {
      const [text = '', organization = ''] = run.args;
      const user = await loadUser(run, text);
      const label = await organizationName(run.context, organization);
      const isAdministrator = Reflect.get(run.options, 'administrator') === true;
      return {
        values: {
          user_id: user.id,
          organization_id: organization,
          ...(isAssign && isAdministrator ? { is_administrator: true } : {}),
        },
        title: () => `${isAssign ? 'Let' : 'End the work of'} ${user.name} ${isAssign ? 'work ' : ''}in ${label}`,
        unchanged: () => `${user.name} works in ${label} already.`,
        done: isAssign ? 'The user was assigned.' : 'The user was removed from the organization.',
        ...(!isAssign && {
          missing: new CliError('E-NOT-FOUND', `${user.name} does not work in ${label}; nothing was sent.`, {
            hint: `Run: carepost users organizations ${user.id}`,
          }),
          show: () => ({ id: user.id, name: user.name, removed: true }),
        }),
      };
    },
  });
};

/** Changes of one user; each is a run of one row of its bulk action. */
export const userStateCommands: readonly Command[] = [
  actionCommand({
    name: 'update',
    summary: 'Change fields of a user; other fields keep their values',
    description: fieldsText(settable),
    arguments: [userArgument],
    options: [setFlag(settable)],
    action: 'users.update',
    calls: ['users.get', 'users.list', 'users.update'],
    examples: ['<user> --set jobTitle=Nurse --yes', '<user> --set phone=555-010-0100 --yes --output json'],
    async change(run) {
      const { set } = run.options;
      if (set === undefined) throw new CliError('E-USAGE', 'Nothing to change: use --set.');
      const user = await loadUser(run, run.id);
      return {
        values: { id: user.id },
        set,
        title: (current) => `Change the user ${nameOf(current, user.name)}`,
        unchanged: () => unchangedText,
        done: 'The user was saved successfully.',
      };
    },
  }),
  actionCommand({
    name: 'delete',
    summary: 'Delete a user with sign-in, memberships and identity document',
    arguments: [userArgument],
    options: [safetyFlag('--expect-user-name <address>', 'delete only a user with this user name', { required: true })],
    action: 'users.delete',
    fields: ['id', 'userName', 'deleted'],
    calls: ['users.get', 'users.list', 'users.delete'],
    examples: [
      '<user> --expect-user-name <user-name> --yes',
      '<user> --expect-user-name <user-name> --yes --reason "Left the hospital" --output json',
    ],
    async change(run) {
      const user = await loadUser(run, run.id);
      return {
        values: { id: user.id, expected_user_name: run.options.expectUserName ?? '' },
        title: () => `Delete the user ${user.name}`,
        unchanged: () => `The user ${user.name} is deleted already.`,
        done: 'The user was deleted.',
        show: () => ({ id: user.id, userName: user.userName, deleted: true }),
      };
    },
  }),
  enableCommand('enable'),
  enableCommand('disable'),
  oneWayCommand({
    name: 'reset-password',
    summary: 'Mail a user a link to choose a new password',
    action: 'users.reset-password',
    call: 'users.resetPassword',
    title: (name) => `Mail ${name} a link to choose a new password`,
    done: 'The mail is on its way.',
  }),
  oneWayCommand({
    name: 'resend-invitation',
    summary: 'Mail a user who has no password yet the link to create it again',
    action: 'users.resend-invitation',
    call: 'users.resendInvitation',
    title: (name) => `Resend the invitation of ${name}`,
    done: 'The mail is on its way.',
  }),
  oneWayCommand({
    name: '2fa disable',
    summary: 'Turn the one-time codes of a user off',
    action: 'users.2fa-disable',
    call: 'users.disableTwoFactor',
    title: (name) => `Turn the one-time codes of ${name} off`,
    done: 'One-time codes are off.',
  }),
  oneWayCommand({
    name: 'sign-out',
    summary: 'End all sessions of a user in browsers and command lines',
    action: 'users.sign-out',
    call: 'users.signOut',
    title: (name) => `Sign ${name} out everywhere`,
    done: 'All sessions have ended.',
  }),
  oneWayCommand({
    name: 'sync',
    summary: 'Sync a user with the customer-messaging service',
    action: 'users.sync',
    call: 'users.sync',
    title: (name) => `Sync ${name} with the customer-messaging service`,
    done: 'The sync was started.',
  }),
  membershipCommand('assign'),
  membershipCommand('unassign'),
];
