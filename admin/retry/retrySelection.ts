import type { CallInput } from '../../shared/contract/endpoint.ts';
import type { RowOf } from '../providers/customMethods.ts';

/** Which workflows are meant: by id, or all that match the filters of the workflow grid when the job is made. */
export type RetrySelection = CallInput<RowOf<'retryjobs', 'plan'>>['body']['selection'];

/** Workflows are read in pages so large, and messages named so many at a time: the most the call takes. */
const pageSize = 100;
const messagesAtOnce = 50;
/** The most workflows one job takes by id. */
export const selectionMax = 5000;

type Search = (body: CallInput<RowOf<'diagnostics', 'search'>>['body']) => Promise<{
  messageHealthDataValues: readonly { readonly id: string }[];
  messageHealthDataValuesCount: number;
}>;

/** The workflows of these messages that are not Completed; at most as many as one job takes. */
export const workflowsOf = async (messageIds: readonly number[], search: Search): Promise<string[]> => {
  const found: string[] = [];
  for (let first = 0; first < messageIds.length; first += messagesAtOnce) {
    const value = messageIds.slice(first, first + messagesAtOnce).map(String);
    for (let pageNumber = 1; ; pageNumber += 1) {
      const { messageHealthDataValues: rows, messageHealthDataValuesCount: count } = await search({
        paging: { pageNumber, pageSize },
        filtering: [
          { field: 'mailMessageId', mode: 'in', value },
          { field: 'status', mode: 'notEquals', value: 'Completed' },
        ],
      });
      found.push(...rows.map(({ id }) => id));
      if (rows.length === 0 || pageNumber * pageSize >= count) break;
    }
  }
  return found.slice(0, selectionMax);
};
