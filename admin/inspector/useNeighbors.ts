import { useGetList } from 'react-admin';
import { useMemo } from 'react';
import { listParamsIn } from '../components/ListAddress.tsx';
import { fixedFilters, messageAddressFormat } from './messageFilters.ts';
import type { MessageRow } from './messageRow.ts';

/**
 * The messages before and after this one by number, among those that the filters of the address match. react-admin's PrevNextButtons
 * would load 1,000 messages and look for this one among them.
 */
export const useNeighbors = (id: number, search: string) => {
  const filter = useMemo(() => {
    const { filter: filters } = listParamsIn(search, messageAddressFormat, 1);
    return { ...fixedFilters(filters), ...filters };
  }, [search]);
  const next = (operator: 'gt' | 'lt') => ({
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'MailMessageId', order: operator === 'gt' ? ('ASC' as const) : ('DESC' as const) },
    filter: { ...filter, [`MailMessageId_${operator}`]: id },
  });
  const options = { enabled: Number.isSafeInteger(id), retry: false, onError: () => undefined };
  const newer = useGetList<MessageRow>('messages', next('gt'), options);
  const older = useGetList<MessageRow>('messages', next('lt'), options);
  return { newer: newer.data?.[0]?.id, older: older.data?.[0]?.id };
};
