import type { Client } from '../../../shared/client/createClient.ts';
import { CliError } from '../../errors.ts';

type Wanted = { readonly signal: AbortSignal };

export const networkArgument = { name: '<network>', summary: 'id of the network' } as const;

/** What a question calls the network; one that is not there ends the command before anything is asked. */
export const networkNamed = async (client: Client, id: string, { signal }: Wanted): Promise<string> =>
  (await client.networks.get({ params: { id } }, { signal })).name;

/** The administrator of the network by id or user name. */
export const adminOf = async (client: Client, id: string, word: string, { signal }: Wanted) => {
  const { items } = await client.networks.admins({ params: { id }, query: {} }, { signal });
  const found = items.find((person) => [person.id, person.userName].includes(word.toLowerCase()));
  if (found !== undefined) return found;
  throw new CliError('E-USAGE', `${word} does not administer the network.`, {
    code: 'E-NOT-FOUND',
    exit: 'not-found',
    hint: `Run: carepost networks admins ${id}`,
  });
};
