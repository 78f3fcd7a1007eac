import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'react-admin';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { serverWords } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { CountField } from './CountField.tsx';
import { ServiceAccountCard } from './ServiceAccountCard.tsx';
import { organizationsResource } from './useOrganizationList.ts';

/** Service accounts tab (spec 1 section 2): how many there may be, and each with the addresses it may call from. */
export const ServiceAccounts = ({ organization: { id } }: { organization: Pick<Organization, 'id'> }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const accounts = useQuery({
    queryKey: [organizationsResource, id, 'serviceAccounts'],
    queryFn: ({ signal }) => provider.serviceAccounts(id, { signal }),
    retry: false,
  });
  return (
    <>
      <ServiceAccountLimit id={id} />
      {accounts.isPending && <LoadingRows rows={3} />}
      {accounts.error && <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />}
      {accounts.data?.length === 0 && <EmptyState text={translate('organizations.serviceAccounts.none')} />}
      {accounts.data?.map((account) => (
        <ServiceAccountCard
          key={account.id}
          organizationId={id}
          account={account}
          onUpdated={() => void accounts.refetch()}
        />
      ))}
    </>
  );
};

const ServiceAccountLimit = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const notify = useNotify();
  const limit = useQuery({
    queryKey: [organizationsResource, id, 'serviceAccountLimit'],
    queryFn: ({ signal }) => provider.serviceAccountLimit(id, { signal }),
    retry: false,
  });
  if (limit.error) return <ErrorState error={limit.error} onRetry={() => void limit.refetch()} />;
  if (limit.data === undefined) return <LoadingRows rows={1} />;

  const update = async (count: number) => {
    try {
      await provider.setServiceAccountLimit(id, count);
      notify('organizations.serviceAccounts.limitSaved', { type: 'success' });
      await limit.refetch();
      return null;
    } catch (error) {
      return [translate('organizations.serviceAccounts.limitFailed'), ...serverWords(error)].join(' ');
    }
  };
  return (
    <>
      <CountField
        key={limit.data}
        label={translate('organizations.serviceAccounts.allowed')}
        updateLabel={translate('organizations.serviceAccounts.updateLimit')}
        value={limit.data}
        onUpdate={update}
      />
      <Typography component="div" sx={{ height: 16 }} />
    </>
  );
};
