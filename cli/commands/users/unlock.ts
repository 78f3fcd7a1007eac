import { ApiError } from '../../../shared/client/apiError.ts';
import { isEmail } from '../../../shared/rules/email.ts';
import { toCliError } from '../../errors.ts';
import { type Run, writeCommand } from '../../records/commandBuilders.ts';
import { isId, notFound } from '../../records/recordErrors.ts';
import { recordId } from '../../records/recordNames.ts';
import { loadPerson, personArgument } from '../people/personArgument.ts';
import { loadUser, userArgument } from './userArgument.ts';

interface Account {
  readonly id: string;
  readonly userName: string;
  readonly lockedUntil: string | null;
}

const unknownAccount = (text: string) => {
  const message =
    isId(text) || isEmail(text)
      ? `No account that you may unlock has the ${isId(text) ? 'id' : 'user name'} "${text}".`
      : `No locked machine client has the client id "${text}".`;
  return notFound(message, 'Run: carepost users locked');
};

const lockedNamed = async ({ client, read }: Run<unknown>, name: string): Promise<Account | undefined> => {
  const { items } = await client.users.locked({ query: { search: name, pageSize: 1000 } }, { ...read, fresh: true });
  return items.find(({ userName }) => userName.toLowerCase() === name.toLowerCase());
};

/** Platform administrators read every user, administrators of an organization its people. */
const loadAccount = async (run: Run<unknown>, text: string) => {
  try {
    return await loadUser(run, await recordId(run.context, userArgument.record, text));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    return loadPerson(run, await recordId(run.context, personArgument.record, text));
  }
};

/** The account or the locked machine client that the command names; an unknown one ends the command before the confirmation. */
const accountNamed = async (run: Run<unknown>, text: string): Promise<Account> => {
  if (!isId(text)) {
    const locked = await lockedNamed(run, text);
    if (locked !== undefined) return locked;
    if (!isEmail(text)) throw unknownAccount(text);
  }
  const { id, userName } = await loadAccount(run, text).catch((error: unknown) => {
    throw toCliError(error).exit === 'not-found' ? unknownAccount(text) : error;
  });
  return (await lockedNamed(run, userName)) ?? { id, userName, lockedUntil: null };
};

export const userUnlock = writeCommand({
  name: 'unlock',
  summary: 'End the locks of an account or a machine client after failed sign-ins',
  description:
    'Organization administrators unlock the users of their organization, platform administrators every account and machine client.',
  arguments: [{ name: '<user>', summary: 'user name or id of the account, or client id' }],
  calls: ['users.locked', 'users.list', 'users.get', 'people.list', 'people.get', 'users.unlock'],
  examples: ['<user> --yes', '<user> --yes --reason "Called from the office" --output json'],
  async prepare(run) {
    const { id, userName, lockedUntil } = await accountNamed(run, run.id);
    const changes = lockedUntil === null ? [] : [{ column: 'lockedUntil', before: lockedUntil, after: null }];
    return {
      title: `Unlock the account ${userName}`,
      planned: { id, name: userName, changes },
      send: (call) => run.client.users.unlock({ body: isId(id) ? { id } : { userName } }, call),
      done: lockedUntil === null ? `${userName} was not locked.` : `${userName} is not locked anymore.`,
    };
  },
});
