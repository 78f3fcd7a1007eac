import type { Context } from '../../command.ts';
import { loadRecord } from '../../records/recordErrors.ts';

export const networkKind = { name: 'network', list: 'networks list' } as const;
export const networkArgument = { name: '<network>', summary: 'id of the network', record: networkKind } as const;

/** The name for confirmation questions. An unknown network ends the command before the question. */
export const networkName = async (context: Context, id: string): Promise<string> => {
  const client = await context.client();
  return (await loadRecord(networkKind, id, client.networks.get({ params: { id } }, { signal: context.signal }))).name;
};
