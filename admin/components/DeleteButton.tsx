import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useDelete, useNotify, useRecordContext, useRedirect, useResourceContext, useTranslate } from 'react-admin';
import { useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { serverMessages } from './serverError.ts';

/**
 * Deletes the record of the context. Unlike react-admin's DeleteWithConfirmButton the user types the name first, and the dialog stays
 * open with the server's text when the record is in use.
 */
export const DeleteButton = ({ name }: { name: string }) => {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const queries = useQueryClient();
  const notify = useNotify();
  const redirect = useRedirect();
  const [isOpen, setIsOpen] = useState(false);
  const [deleteOne, { isPending, error, reset }] = useDelete();
  if (!record) return null;

  const onSuccess = () => {
    notify(`${resource}.deleted`, { type: 'success' });
    redirect('list', resource);
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'getOne' });
  };
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setIsOpen(true)}>
        {translate('records.delete.action')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={translate('records.delete.title', { name })}
          confirmLabel={translate('records.delete.action')}
          typedName={name}
          working={isPending}
          failure={error ? [translate(`${resource}.deleteFailed`), ...serverMessages(error)].join(' ') : null}
          onConfirm={() =>
            void deleteOne(
              resource,
              { id: record.id, previousData: record },
              { mutationMode: 'pessimistic', onSuccess, onError: () => undefined },
            )
          }
          onClose={() => {
            setIsOpen(false);
            reset();
          }}
        >
          <Typography>
            {translate(`${resource}.deleteText`)} {translate('records.delete.final')}
          </Typography>
        </ConfirmDialog>
      )}
    </>
  );
};
