import type { Context } from '../context.ts';

/** What a question calls the organization; one that is not there ends the command before anything is asked. */
export const organizationName = async (context: Context, id: string): Promise<string> => {
  const client = await context.client();
  return (await client.organizations.get({ params: { id } }, { signal: context.signal })).name;
};
