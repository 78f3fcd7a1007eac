import { brandPageSize } from '../../shared/rules/paging.ts';
import { useAnswer } from '../providers/useAnswer.ts';

/** Names of all brands, for agreements are made for a brand by its name. */
export const useBrandNames = () => {
  const { data, error, refetch } = useAnswer('brands', 'list', { query: { pageSize: brandPageSize } });
  return { names: data?.items.map(({ name }) => name) ?? [], error, retry: () => void refetch() };
};
