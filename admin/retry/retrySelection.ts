import type { CallInput } from '../../shared/contract/endpoint.ts';
import type { Api } from '../../shared/contract/api.ts';

/** Workflows by id, or all that match the filters of the workflow grid when the job is created. */
export type RetrySelection = CallInput<Api['retryjobs']['plan']>['body']['selection'];

/** Maxima of the call: page size, and message numbers of one filter. */
const pageSize = 100;
const maxMessageIds = 50;
/** Maximum of workflows by id in one job. */
export const maxSelection = 5000;

type Search = (body: CallInput<Api['diagnostics']['search']>['body']) => Promise<{
  messageHealthDataValues: readonly { readonly id: string }[];
  messageHealthDataValuesCount: number;
}>;

/** The workflows of these messages that are not Completed; at most the maximum of one job. */
export const workflowsOf = async (messageIds: readonly number[], search: Search): Promise<string[]> => {
  const ids: string[] = [];
  for (let first = 0; first < messageIds.length; first += maxMessageIds) {
    const value = messageIds.slice(first, first + maxMessageIds).map(String);
    for (let pageNumber = 1; ; pageNumber += 1) {
      const { messageHealthDataValues: rows, messageHealthDataValuesCount: count } = await search({
        paging: { pageNumber, pageSize },
        filtering: [
          { field: 'mailMessageId', mode: 'in', value },
          { field: 'status', mode: 'notEquals', value: 'Completed' },
        ],
      });
      ids.push(...rows.map(({ id }) => id));
      if (rows.length === 0 || pageNumber * pageSize >= count) break;
    }
  }
  return ids.slice(0, maxSelection);
};
