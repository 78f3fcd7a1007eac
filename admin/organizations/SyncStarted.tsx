import Link from '@mui/material/Link';
import { LinkBase, useTranslate } from 'react-admin';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { editorPath } from './organizationColumns.tsx';

/** The words of spec 1 section 8, that the server does it later, and where to see how far it is. */
export const SyncStarted = ({ row }: { row: OrganizationRow }) => {
  const translate = useTranslate();
  return (
    <>
      <span>{translate('organizations.sync.started')}</span> <span>{translate('organizations.sync.queued')}</span>{' '}
      <Link component={LinkBase} to={`${editorPath(row.id)}/info#jobs`} color="inherit">
        {translate('organizations.sync.follow')}
      </Link>
    </>
  );
};
