import type { Person } from '../../../shared/contract/peopleSchemas.ts';
import { isEmail } from '../../../shared/rules/email.ts';
import type { Run } from '../../records/commandBuilders.ts';
import { notFound } from '../../records/recordErrors.ts';

export const personArgument = {
  name: '<person>',
  summary: 'id or user name of the person',
  record: { name: 'person', list: 'people list' },
} as const;

/** The person that a command names by id or by user name. */
export const loadPerson = async (
  { client, read }: Pick<Run<unknown>, 'client' | 'read'>,
  text: string,
): Promise<Person> => {
  const options = { ...read, fresh: true };
  const get = (id: string) => client.people.get({ params: { id } }, options);
  if (!isEmail(text)) return get(text);
  const { items } = await client.people.list({ query: { search: text, size: 100 } }, options);
  const match = items.find(({ userName }) => userName.toLowerCase() === text.toLowerCase());
  if (match === undefined)
    throw notFound(`No person of your organization has the user name ${text}.`, 'Run: carepost people list --search …');
  return get(match.id);
};
