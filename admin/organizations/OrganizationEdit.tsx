import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { LinkBase, useGetOne, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { unknownRecord } from '../components/serverError.ts';
import { OrganizationForm } from './OrganizationForm.tsx';
import { organizationsResource } from './useOrganizationList.ts';

const quiet = () => undefined;
/** The list leaves its rows in react-admin's cache as if they were records; under a name of its own this one is asked for. */
const wholeRecord = { whole: true };

/** Loads an organization and gives it to the form once: what arrives later must not overwrite what is being typed. */
export const OrganizationEdit = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const [loaded, setLoaded] = useState<Organization>();
  const { data, error, isFetching, refetch } = useGetOne<Organization>(
    organizationsResource,
    { id, meta: wholeRecord },
    { enabled: loaded === undefined, retry: false, onError: quiet },
  );
  if (loaded === undefined && data && !isFetching && !error) setLoaded(data);
  const failure = unknownRecord(error, translate('organizations.unknown'));
  if (loaded) return <OrganizationForm loaded={loaded} />;
  return (
    <>
      <PageHeader title={translate('organizations.title')} />
      <Paper variant="outlined">
        {failure && !isFetching ? (
          <ErrorState error={failure} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows rows={8} />
        )}
      </Paper>
      <Button component={LinkBase} to="/admin/organizations" sx={{ marginTop: 1 }}>
        {translate('organizations.back')}
      </Button>
    </>
  );
};
