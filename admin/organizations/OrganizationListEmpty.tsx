import Button from '@mui/material/Button';
import { LinkBase, useTranslate } from 'react-admin';
import { EmptyState } from '../components/EmptyState.tsx';
import type { OrganizationListState } from './useOrganizationList.ts';

/** No rows: because of the filters, the search or the toggle, or because there are none; each with its way on. */
export const OrganizationListEmpty = ({ list }: { list: OrganizationListState }) => {
  const translate = useTranslate();
  const others = list.filterCount - (list.cancelling ? 1 : 0);
  if (others > 0) {
    return (
      <EmptyState
        text={translate('organizations.empty.noneFiltered')}
        action={<Button onClick={() => list.setFilters({})}>{translate('organizations.empty.showAll')}</Button>}
      />
    );
  }
  if (list.search !== '') {
    return (
      <EmptyState
        text={translate('organizations.empty.noMatch', { search: list.search })}
        action={<Button onClick={() => list.setSearch('')}>{translate('organizations.empty.clearSearch')}</Button>}
      />
    );
  }
  if (list.cancelling) {
    return (
      <EmptyState
        text={translate('organizations.empty.noneCanceling')}
        action={<Button onClick={() => list.setCancelling(false)}>{translate('organizations.empty.showAll')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      text={translate('organizations.empty.none')}
      action={
        <Button component={LinkBase} to="/admin/organizations/add" variant="outlined">
          {translate('organizations.create')}
        </Button>
      }
    />
  );
};
