import type { search } from '../../../shared/contract/search.ts';
import { searchKinds } from '../../../shared/rules/globalSearch.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { findRecords } from './searchStore.ts';

/** Search over the records of the whole platform. */
export const searchHandlers = ({ database }: Services): Handlers<typeof search> => ({
  find: ({ body: { text, kinds = searchKinds, limit } }) => findRecords(database, { text, kinds, limit }),
});
