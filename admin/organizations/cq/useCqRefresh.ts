import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Loads a list of the tab again after a write, successful or not: the server knows what is true now. */
export const useCqRefresh = (row: 'oids' | 'entries') => {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: ['carequality', row] }), [queries, row]);
};
