import type { organizations } from '../../../../shared/contract/organizations.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { hasColumnFilter } from './filter.ts';
import { filteredPage } from './filteredPage.ts';
import { OrganizationListStore } from './organizationListStore.ts';
import { readColumns } from './readFilter.ts';

export const listHandlers = ({ database }: Services): Pick<Handlers<typeof organizations>, 'list'> => {
  const store = new OrganizationListStore(database.pool);
  return {
    list: async ({ query: { search = '', cancelling, sortDir, pageNumber, pageSize, ...requested } }) => {
      const filter = { search, cancelling, columns: await readColumns(database, requested) };
      const request = { filter, sortDir, offset: (pageNumber - 1) * pageSize, size: pageSize };
      const isByColumns = search === '' && hasColumnFilter(filter);
      const { items, totalCount } = isByColumns ? await filteredPage(database, request) : await store.page(request);
      return { items: [...items], totalCount };
    },
  };
};
