import type { organizations } from '../../../../shared/contract/organizations.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { OrganizationListStore } from './organizationListStore.ts';

export const listHandlers = ({ database }: Services): Pick<Handlers<typeof organizations>, 'list'> => {
  const store = new OrganizationListStore(database.pool);
  return {
    list: async ({ query }) => {
      const { items, totalCount } = await store.page({
        filter: { search: query.search ?? '', cancelling: query.cancelling },
        sortDir: query.sortDir,
        offset: (query.pageNumber - 1) * query.pageSize,
        size: query.pageSize,
      });
      return { items: [...items], totalCount };
    },
  };
};
