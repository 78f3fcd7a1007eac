import { organizationRoles } from '../../../shared/rules/user.ts';
import { defined } from '../../../shared/rules/defined.ts';
import { type Command, contentFlag, safetyFlag } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { actionCommand, nameOf } from '../../records/commandBuilders.ts';
import { unchangedText } from '../../records/recordCommands.ts';
import { fieldsText, setFlag, settableOf } from '../../records/setFields.ts';
import { loadPerson, personArgument } from './personArgument.ts';

const settable = settableOf('people.update');

const enableCommand = (name: 'enable' | 'disable'): Command =>
  actionCommand({
    name,
    summary: name === 'enable' ? 'Let a person sign in' : 'Refuse the sign-in of a person; sessions end at once',
    arguments: [personArgument],
    action: 'people.enable',
    fileImplies: { enabled: name === 'enable' },
    calls: ['people.get', 'people.list', 'people.enable'],
    examples: ['<person> --yes', '<person> --yes --reason "Ticket 4711" --output json'],
    async change(run) {
      const person = await loadPerson(run, run.id);
      return {
        values: { id: person.id, enabled: name === 'enable' },
        title: () => `${name === 'enable' ? 'Enable' : 'Disable'} ${person.name}`,
        unchanged: () => `${person.name} is ${name}d already.`,
        done: `The person is ${name}d.`,
      };
    },
  });

interface OneWay {
  readonly name: string;
  readonly summary: string;
  readonly action: string;
  readonly call: Parameters<typeof actionCommand>[0]['calls'][number];
  readonly fields?: readonly string[];
  readonly title: (name: string) => string;
  readonly done: string;
}

const oneWayCommand = ({ call, title, done, ...spec }: OneWay): Command =>
  actionCommand({
    ...spec,
    arguments: [personArgument],
    calls: ['people.get', 'people.list', call],
    examples: ['<person> --yes', '<person> --yes --reason "Ticket 4711" --output json'],
    async change(run) {
      const person = await loadPerson(run, run.id);
      return {
        values: { id: person.id },
        title: () => title(person.name),
        unchanged: () => `Nothing to do for ${person.name}; nothing was sent.`,
        done,
      };
    },
  });

/** Changes of one person; each is a run of one row of its bulk action. */
export const personChangeCommands: readonly Command[] = [
  actionCommand({
    name: 'create',
    summary: 'Invite a person into your organization, who gets a mail to create the password',
    options: [
      contentFlag('--first-name <text>', 'first name', { required: true }),
      contentFlag('--last-name <text>', 'last name', { required: true }),
      contentFlag('--user-name <address>', 'e-mail address; the person signs in with it', { required: true }),
      contentFlag('--role <role>', 'Administrator or User (User)', { choices: organizationRoles }),
      contentFlag('--job-title <text>', 'job title, one of: carepost people jobs'),
      contentFlag('--phone <text>', 'telephone number'),
    ],
    calls: ['people.list', 'people.create'],
    action: 'people.create',
    examples: [
      '--first-name Ann --last-name Baker --user-name ann.baker@clinic.example --yes',
      '--first-name Ben --last-name Clark --user-name ben.clark@clinic.example --role Administrator --job-title Physician --yes --output json',
    ],
    change: ({ options: { firstName, lastName, userName, role, jobTitle, phone } }) => ({
      values: defined({
        first_name: firstName,
        last_name: lastName,
        user_name: userName,
        role,
        job_title: jobTitle,
        phone,
      }),
      title: () => `Invite ${userName ?? ''}`,
      unchanged: () => 'The person exists already with these fields; nothing was sent.',
      done: 'The person was invited; a mail leads to the password.',
    }),
  }),
  actionCommand({
    name: 'update',
    summary: 'Change fields of a person; other fields keep their values',
    description: fieldsText(settable),
    arguments: [personArgument],
    options: [setFlag(settable)],
    action: 'people.update',
    calls: ['people.get', 'people.list', 'people.update'],
    examples: ['<person> --set jobTitle=Physician --yes', '<person> --set phone=555-010-0100 --yes --output json'],
    async change(run) {
      const { set } = run.options;
      if (set === undefined) throw new CliError('E-USAGE', 'Nothing to change: use --set.');
      const person = await loadPerson(run, run.id);
      return {
        values: { id: person.id },
        set,
        title: (current) => `Change ${nameOf(current, person.name)}`,
        unchanged: () => unchangedText,
        done: 'The person was saved successfully.',
      };
    },
  }),
  actionCommand({
    name: 'delete',
    summary: 'Remove a person from your organization; without another one the account is deleted',
    arguments: [personArgument],
    options: [
      safetyFlag('--expect-user-name <address>', 'remove only a person with this user name', { required: true }),
    ],
    action: 'people.delete',
    fields: ['id', 'userName', 'deleted'],
    calls: ['people.get', 'people.list', 'people.delete'],
    examples: [
      '<person> --expect-user-name <user-name> --yes',
      '<person> --expect-user-name <user-name> --yes --reason "Left the hospital" --output json',
    ],
    async change(run) {
      const person = await loadPerson(run, run.id);
      return {
        values: { id: person.id, expected_user_name: run.options.expectUserName ?? '' },
        title: () => `Remove ${person.name} from your organization`,
        unchanged: () => `${person.name} was removed already.`,
        done: 'The person was removed.',
        show: () => ({ id: person.id, userName: person.userName, deleted: true }),
      };
    },
  }),
  enableCommand('enable'),
  enableCommand('disable'),
  oneWayCommand({
    name: 'resend',
    summary: 'Mail a person who has no password yet the link to create it again',
    action: 'people.resend-invitation',
    call: 'users.resendInvitation',
    title: (name) => `Resend the invitation of ${name}`,
    done: 'The mail is on its way.',
  }),
  oneWayCommand({
    name: 'reset-password',
    summary: 'Mail a person a link to choose a new password',
    action: 'people.reset-password',
    call: 'users.resetPassword',
    title: (name) => `Mail ${name} a link to choose a new password`,
    done: 'The mail is on its way.',
  }),
  oneWayCommand({
    name: 'reset-2fa',
    summary: 'Turn the one-time codes of a person off',
    action: 'people.2fa-reset',
    call: 'people.resetTwoFactor',
    fields: ['id', 'hasTwoFactor'],
    title: (name) => `Turn the one-time codes of ${name} off`,
    done: 'One-time codes are off.',
  }),
];
