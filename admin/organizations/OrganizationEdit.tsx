import Paper from '@mui/material/Paper';
import { useGetOne, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { OrganizationForm } from './OrganizationForm.tsx';
import { organizationsResource } from './useOrganizationList.ts';

const quiet = () => undefined;

/** Loads an organization and gives it to the form once: what arrives later must not overwrite what is being typed. */
export const OrganizationEdit = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const [loaded, setLoaded] = useState<Organization>();
  const { data, error, isFetching, refetch } = useGetOne<Organization>(
    organizationsResource,
    { id },
    { enabled: loaded === undefined, retry: false, onError: quiet },
  );
  // The list may have left a row of another shape in the cache; only an answer that was asked for now is a whole record.
  if (loaded === undefined && data && !isFetching) setLoaded(data);
  if (loaded) return <OrganizationForm loaded={loaded} />;
  return (
    <>
      <PageHeader title={translate('organizations.title')} />
      <Paper variant="outlined">
        {error && !isFetching ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows rows={8} />}
      </Paper>
    </>
  );
};
