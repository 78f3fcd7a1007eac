import type { Person } from '../../../shared/contract/peopleSchemas.ts';
import type { ArgumentSpec } from '../../command.ts';
import type { Run } from '../../records/commandBuilders.ts';

export const personArgument = {
  name: '<person>',
  summary: 'id or user name of the person',
  record: {
    name: 'person',
    list: 'people list',
    named: {
      by: 'user name',
      async search(client, search, options) {
        const { items } = await client.people.list({ query: { search, size: 100 } }, options);
        return items.map(({ id, userName: name }) => ({ id, name }));
      },
    },
  },
} as const satisfies ArgumentSpec;

/** The person that a command is about. */
export const loadPerson = ({ client, read }: Pick<Run<unknown>, 'client' | 'read'>, id: string): Promise<Person> =>
  client.people.get({ params: { id } }, { ...read, fresh: true });
