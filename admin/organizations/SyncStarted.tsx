import Link from '@mui/material/Link';
import { LinkBase, NotificationClasses, useTranslate } from 'react-admin';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { NotificationContent } from '../layout/AppNotification.tsx';
import { editorPath } from './organizationColumns.tsx';

/** The text of spec 1 section 8, that the server does it later, and a link to the progress. */
export const SyncStarted = ({ row }: { row: OrganizationRow }) => {
  const translate = useTranslate();
  return (
    <NotificationContent
      className={NotificationClasses.success}
      message={
        <>
          <span>{translate('organizations.sync.started')}</span> <span>{translate('organizations.sync.queued')}</span>{' '}
          <Link component={LinkBase} to={`${editorPath(row.id)}/info#jobs`} color="inherit">
            {translate('organizations.sync.follow')}
          </Link>
        </>
      }
    />
  );
};
