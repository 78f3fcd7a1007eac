import Typography from '@mui/material/Typography';
import { useDelete, useNotify, useRefresh, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { fieldErrorsOf } from '../components/serverError.ts';
import { useBelongings } from './useBelongings.ts';
import { organizationsResource } from './useOrganizationList.ts';

/** Deletes for good, so it says what goes along and wants the name typed. Model-state texts, else the fallback (spec 1 section 8). */
export const DeleteOrganizationDialog = ({ row, onClose }: { row: OrganizationRow; onClose: () => void }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const [going, setGoing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [remove, { isPending }] = useDelete<OrganizationRow, Error>(
    organizationsResource,
    { id: row.id, previousData: row },
    {
      mutationMode: 'pessimistic',
      onMutate: () => setFailure(null),
      onSuccess: () => {
        notify('organizations.delete.deleted', { type: 'success' });
        refresh();
        onClose();
      },
      onError: (error) => {
        setGoing(false);
        setFailure(Object.values(fieldErrorsOf(error)).join(' ') || translate('organizations.delete.failed'));
      },
    },
  );
  const belongings = useBelongings(row.id, going);
  return (
    <ConfirmDialog
      title={translate('organizations.delete.title', { name: row.name })}
      confirmLabel={translate('organizations.delete.confirm')}
      typedName={row.name}
      working={isPending}
      failure={failure}
      onConfirm={() => {
        setGoing(true);
        void remove();
      }}
      onClose={onClose}
    >
      <Typography>{translate('organizations.delete.text')}</Typography>
      <Typography aria-live="polite">{belongings}</Typography>
    </ConfirmDialog>
  );
};
