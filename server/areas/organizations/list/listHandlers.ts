import type { organizations } from '../../../../shared/contract/organizations.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { filteredPage } from './filteredPage.ts';
import { hasColumnFilter } from './filteredStatement.ts';
import { OrganizationListStore } from './organizationListStore.ts';

export const listHandlers = ({ database }: Services): Pick<Handlers<typeof organizations>, 'list'> => {
  const store = new OrganizationListStore(database.pool);
  return {
    list: async ({ query: { search = '', cancelling, sortDir, pageNumber, pageSize, ...columns } }) => {
      const slice = { sortDir, offset: (pageNumber - 1) * pageSize, size: pageSize };
      const filter = { search, cancelling };
      const { items, totalCount } = hasColumnFilter(columns)
        ? await filteredPage(database, { ...slice, filter: { ...filter, ...columns } })
        : await store.page({ ...slice, filter });
      return { items: [...items], totalCount };
    },
  };
};
