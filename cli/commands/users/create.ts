import { organizationRoles } from '../../../shared/rules/user.ts';
import { passwordProblem } from '../../../shared/rules/password.ts';
import { defined } from '../../../shared/rules/defined.ts';
import { type Command, contentFlag, type Context } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { actionCommand, writeCommand } from '../../records/commandBuilders.ts';
import { readPipedSecret } from '../../records/inputFiles.ts';
import { organizationKind } from '../../records/organizationLookup.ts';

const readPassword = async ({ io }: Pick<Context, 'io'>, userName: string): Promise<string> => {
  const missing = new CliError('E-USAGE', '--password-stdin reads a pipe, and stdin is a terminal.', {
    hint: 'Write: carepost users create … --password-stdin < file',
  });
  const password = await readPipedSecret(io, { flag: '--password-stdin', missing });
  const problem = passwordProblem(password, userName);
  if (problem !== null)
    throw new CliError('E-REQUEST-INVALID', `The password ${problem}.`, { hint: 'Choose another password.' });
  return password;
};

const options = [
  contentFlag('--first-name <text>', 'first name', { required: true }),
  contentFlag('--last-name <text>', 'last name', { required: true }),
  contentFlag('--user-name <address>', 'e-mail address; the user signs in with it', { required: true }),
  contentFlag('--organization <id>', 'organization of the user', { required: true, record: organizationKind }),
  contentFlag('--role <role>', 'Administrator or User (User)', { choices: organizationRoles }),
  contentFlag('--job-title <text>', 'job title'),
  contentFlag('--phone <text>', 'telephone number'),
  contentFlag('--email-create-password', 'mail the user a link to create the password; the same as without a flag'),
  contentFlag('--password-stdin', 'read the password from standard input instead', { field: 'password' }),
] as const;

const spec = {
  name: 'create',
  summary: 'Add a user of an organization, who gets a mail to create the password',
  options,
  calls: ['users.list', 'organizations.get', 'users.create'],
  examples: [
    '--first-name Ann --last-name Baker --user-name ann.baker@lakeside.example --organization <org> --yes',
    '--first-name Ben --last-name Clark --user-name ben.clark@lakeside.example --organization <org> --role Administrator --yes --output json',
  ],
} as const;

const byMail = actionCommand({
  ...spec,
  action: 'users.create',
  change: ({ options: { firstName, lastName, userName, organization, role, jobTitle, phone } }) => ({
    values: defined({
      first_name: firstName,
      last_name: lastName,
      user_name: userName,
      organization_id: organization,
      role,
      job_title: jobTitle,
      phone,
    }),
    title: () => `Add the user ${userName ?? ''}`,
    unchanged: () => 'The user exists already with these fields; nothing was sent.',
    done: 'The user was added; a mail leads to the password.',
  }),
});

const withPassword = writeCommand({
  ...spec,
  async prepare({ context, client, options: own }) {
    const { firstName = '', lastName = '', userName = '', organization = '', role, jobTitle, phone } = own;
    if (own.emailCreatePassword === true)
      throw new CliError('E-USAGE', 'Use either --email-create-password or --password-stdin.');
    const password = await readPassword(context, userName);
    const userDetails = { firstName, lastName, userName, ...defined({ roleName: role, jobTitle, phone }) };
    return {
      title: `Add the user ${userName}`,
      send: (call) => client.users.create({ body: { userDetails, organizationId: organization, password } }, call),
      done: 'The user was added with the password.',
    };
  },
});

/** A password is no cell of a bulk action: with one the user is added by a call of its own. */
export const userCreate: Command = {
  ...byMail,
  run: (context, flags, args) =>
    Reflect.get(flags, 'passwordStdin') === true
      ? withPassword.run(context, flags, args)
      : byMail.run(context, flags, args),
};
