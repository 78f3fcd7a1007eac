import type { User } from '../../../shared/contract/userSchemas.ts';
import { isEmail } from '../../../shared/rules/email.ts';
import type { Run } from '../../records/commandBuilders.ts';
import { notFound } from '../../records/recordErrors.ts';

export const userArgument = {
  name: '<user>',
  summary: 'id or user name of the user',
  record: { name: 'user', list: 'users list' },
} as const;

/** The user that a command names by id or by user name. */
export const loadUser = async (
  { client, read }: Pick<Run<unknown>, 'client' | 'read'>,
  text: string,
): Promise<User> => {
  const options = { ...read, fresh: true };
  const get = (id: string) => client.users.get({ params: { id } }, options);
  if (!isEmail(text)) return get(text);
  const { users } = await client.users.list({ query: { search: text, pageSize: 100 } }, options);
  const match = users.find(({ userName }) => userName.toLowerCase() === text.toLowerCase());
  if (match === undefined) throw notFound(`No user has the user name ${text}.`, 'Run: carepost users list --search …');
  return get(match.id);
};
