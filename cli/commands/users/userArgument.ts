import type { User } from '../../../shared/contract/userSchemas.ts';
import type { ArgumentSpec } from '../../command.ts';
import type { Run } from '../../records/commandBuilders.ts';

export const userArgument = {
  name: '<user>',
  summary: 'id or user name of the user',
  record: {
    name: 'user',
    list: 'users list',
    named: {
      by: 'user name',
      async search(client, search, options) {
        const { users } = await client.users.list({ query: { search, pageSize: 100 } }, options);
        return users.map(({ id, userName: name }) => ({ id, name }));
      },
    },
  },
} as const satisfies ArgumentSpec;

/** The user that a command is about. */
export const loadUser = ({ client, read }: Pick<Run<unknown>, 'client' | 'read'>, id: string): Promise<User> =>
  client.users.get({ params: { id } }, { ...read, fresh: true });
