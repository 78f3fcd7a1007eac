import { useQuery } from '@tanstack/react-query';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { messageFilter } from './messageFilters.ts';
import { type MessageRow, messagesResource } from './messageRow.ts';
import type { MessageAddress } from './useMessageAddress.ts';

/** The messages before and after this one by number, among those the filters of the address let through. */
export const useNeighbours = (id: number | undefined, { filters }: MessageAddress) => {
  const provider = useAppDataProvider();
  const filter = messageFilter(filters);
  const { data } = useQuery({
    queryKey: [messagesResource, 'neighbours', { id, filter }],
    queryFn: async ({ signal }) => {
      const next = async (side: 'gt' | 'lt') => {
        const answer = await provider.getList<MessageRow>(messagesResource, {
          pagination: { page: 1, perPage: 1 },
          sort: { field: 'MailMessageId', order: side === 'gt' ? 'ASC' : 'DESC' },
          filter: { ...filter, [`MailMessageId_${side}`]: id },
          signal,
        });
        return answer.data[0]?.id;
      };
      const [newer, older] = await Promise.all([next('gt'), next('lt')]);
      return { newer, older };
    },
    enabled: id !== undefined,
    retry: false,
  });
  return { newer: data?.newer, older: data?.older };
};
