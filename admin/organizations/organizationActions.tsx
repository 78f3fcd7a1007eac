import Edit from '@mui/icons-material/Edit';
import MoreVert from '@mui/icons-material/MoreVert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useMutation } from '@tanstack/react-query';
import { LinkBase, NotificationClasses, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { NotificationContent } from '../layout/AppNotification.tsx';
import { useAppConfig } from '../providers/appContext.ts';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';
import type { DialogName } from './OrganizationDialogs.tsx';

const OrganizationDialogs = lazy(() => import('./OrganizationDialogs.tsx'));

export const editorPath = (id: string) => `/admin/organizations/${encodeURIComponent(id)}`;

/** A change without a confirmation. It sends the requested state, never "the other one", so that a second click cannot undo it. */
interface Change {
  readonly send: (provider: AppDataProvider, row: OrganizationRow) => Promise<unknown>;
  readonly done: string;
  readonly failed: string;
  /** In place of `done`: a text with a link to the progress. */
  readonly notification?: (row: OrganizationRow) => ReactNode;
}

const login: Change = {
  send: (provider, row) => provider.organizations.enable({ params: { id: row.id }, body: { enabled: !row.isEnabled } }),
  done: 'organizations.login.updated',
  failed: 'organizations.login.failed',
};
const apiCapture: Change = {
  send: (provider, row) =>
    provider.organizations.apiCapture({ params: { id: row.id }, body: { enabled: !row.apiCapture } }),
  done: 'organizations.apiCapture.updated',
  failed: 'organizations.apiCapture.failed',
};
const sync: Change = {
  send: (provider, row) => provider.organizations.sync({ params: { id: row.id } }),
  done: 'organizations.sync.started',
  failed: 'organizations.sync.failed',
  notification: (row) => <SyncStarted row={row} />,
};

interface RowAction {
  /** Of the catalogue, below organizations.actions. */
  readonly label: string;
  /** A dialog to open, or a change to send. */
  readonly action: DialogName | Change;
}

/** The row dropdown in the order of spec 1 section 2; what does not fit the state of the row is not offered. */
export const actionsFor = (
  row: OrganizationRow,
  { apiCaptureEnabled }: { readonly apiCaptureEnabled: boolean },
): readonly RowAction[] => [
  { label: 'delete', action: 'delete' },
  { label: row.isEnabled ? 'disableLogin' : 'enableLogin', action: login },
  { label: 'activation', action: 'activation' },
  ...(row.isPendingCancellation ? [{ label: 'clearCancellation', action: 'clearCancellation' } as const] : []),
  { label: 'sync', action: sync },
  ...(apiCaptureEnabled ? [{ label: row.apiCapture ? 'stopCapture' : 'startCapture', action: apiCapture }] : []),
];

/** Edit, and the dropdown with every other action of a row. */
export const OrganizationRowActions = ({ row }: { row: OrganizationRow }) => {
  const translate = useTranslate();
  return (
    // A click in the menu or in a dialog of the row must not open the row.
    <Box
      sx={{ display: 'flex', justifyContent: 'flex-end' }}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <IconButton
        component={LinkBase}
        to={editorPath(row.id)}
        size="small"
        aria-label={translate('organizations.list.edit', { name: row.name })}
      >
        <Edit fontSize="small" />
      </IconButton>
      <OrganizationMenu />
    </Box>
  );
};

/** Every action of the organization of the record context, except Edit. */
export const OrganizationMenu = ({ onDeleted }: { onDeleted?: () => void }) => {
  const row = useRecordContext<OrganizationRow>();
  return row ? <ActionsMenu row={row} {...(onDeleted && { onDeleted })} /> : null;
};

const ActionsMenu = ({ row, onDeleted }: { row: OrganizationRow; onDeleted?: () => void }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const provider = useAppDataProvider();
  const { features } = useAppConfig();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (change: Change) => change.send(provider, row),
    onSuccess: (_response, { done, notification }) => {
      notify(notification?.(row) ?? done, { type: 'success' });
      refresh();
    },
    onError: (_error, { failed }) => notify(failed, { type: 'error' }),
  });
  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('organizations.list.actions', { name: row.name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={isPending}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      {anchor && (
        <Menu anchorEl={anchor} open container={() => anchor.closest('main')} onClose={() => setAnchor(null)}>
          {actionsFor(row, features).map(({ label, action }) => (
            <MenuItem
              key={label}
              dense
              onClick={() => {
                setAnchor(null);
                if (typeof action === 'string') setDialog(action);
                else mutate(action);
              }}
            >
              {translate(`organizations.actions.${label}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
      <Suspense fallback={null}>
        {dialog && (
          <OrganizationDialogs
            name={dialog}
            row={row}
            onClose={() => setDialog(null)}
            {...(onDeleted && { onDeleted })}
          />
        )}
      </Suspense>
    </>
  );
};

/** The text of spec 1 section 8, that the server does it later, and a link to the progress. */
const SyncStarted = ({ row }: { row: OrganizationRow }) => {
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
