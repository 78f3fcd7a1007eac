import type { brands } from '../../../shared/contract/lookups.ts';
import type { Handlers } from '../../http/registerArea.ts';
import type { Services } from '../../http/areaEntry.ts';
import { brandPage } from './brandsStore.ts';

export const brandsHandlers = ({ database }: Services): Handlers<typeof brands> => ({
  list: ({ query }) => brandPage(database, query),
});
