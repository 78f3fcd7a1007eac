import { systemAdministratorRoles } from '../../shared/rules/user.ts';
import { type Command, contentFlag } from '../command.ts';
import { actionCommand } from '../records/commandBuilders.ts';
import { loadUser, userArgument } from './users/userArgument.ts';

const enableCommand = (name: 'enable' | 'disable'): Command =>
  actionCommand({
    name,
    summary: name === 'enable' ? 'Make a user a system administrator' : 'End the permissions of a system administrator',
    arguments: [userArgument],
    action: 'sysadmins.enable',
    fileImplies: { enabled: name === 'enable' },
    calls: ['users.get', 'users.list', 'users.setSystemAdministrator'],
    examples: ['<user> --yes', '<user> --yes --reason "Ticket 4711" --output json'],
    async change(run) {
      const user = await loadUser(run, run.id);
      const isOn = name === 'enable';
      return {
        values: { id: user.id, enabled: isOn },
        title: () =>
          isOn ? `Make ${user.name} a system administrator` : `End the permissions of ${user.name} as administrator`,
        unchanged: () => `${user.name} is ${isOn ? 'a' : 'no'} system administrator already.`,
        done: isOn ? 'The user is a system administrator.' : 'The user is no system administrator anymore.',
      };
    },
  });

export const commands: readonly Command[] = [
  actionCommand({
    name: 'create',
    summary: 'Add a system administrator, who gets a mail to create the password',
    options: [
      contentFlag('--first-name <text>', 'first name', { required: true }),
      contentFlag('--last-name <text>', 'last name', { required: true }),
      contentFlag('--user-name <address>', 'e-mail address; the user signs in with it', { required: true }),
      contentFlag('--role <role>', 'SysAdmin or SysAdminReporting', {
        choices: systemAdministratorRoles,
        required: true,
      }),
    ],
    action: 'sysadmins.create',
    calls: ['users.list', 'users.createSystemAdministrator'],
    examples: [
      '--first-name Ann --last-name Baker --user-name ann.baker@platform.example --role SysAdmin --yes',
      '--first-name Ben --last-name Clark --user-name ben.clark@platform.example --role SysAdminReporting --yes --output json',
    ],
    change: ({ options: { firstName = '', lastName = '', userName = '', role = 'SysAdmin' } }) => ({
      values: { first_name: firstName, last_name: lastName, user_name: userName, role },
      title: () => `Add the system administrator ${userName}`,
      unchanged: () => 'The system administrator exists already with these fields; nothing was sent.',
      done: 'The system administrator was added; a mail leads to the password.',
    }),
  }),
  enableCommand('enable'),
  enableCommand('disable'),
];
