import { useAnswer } from '../../providers/useAnswer.ts';

/** Who carries direct messages or faxes, for choice lists (spec 1 section 9: 20 at a time). */
export const useProviders = (type: 'DirectMessaging' | 'Fax') => {
  const { data } = useAnswer('documentsources', 'providers', { query: { pageNumber: 1, pageSize: 20, type } });
  return data?.items ?? [];
};
