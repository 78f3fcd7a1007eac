import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { serverWords } from '../serverError.ts';
import type { RecordDesk, StoredRecord } from './recordDesk.ts';

interface DeleteRecordButtonProps {
  desk: Pick<RecordDesk<StoredRecord, never>, 'words' | 'remove'>;
  stored: StoredRecord;
  onDeleted: () => void;
}

/** Deletes for good, so the name is typed first; while something uses the record the server says what. */
export const DeleteRecordButton = ({ desk, stored, onDeleted }: DeleteRecordButtonProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const [open, setOpen] = useState(false);
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const remove = async () => {
    setWorking(true);
    setFailure(null);
    try {
      await desk.remove(provider, stored.id);
      notify(`${desk.words}.deleted`, { type: 'success' });
      onDeleted();
      void queries.invalidateQueries();
    } catch (error) {
      setFailure([translate(`${desk.words}.deleteFailed`), ...serverWords(error)].join(' '));
      setWorking(false);
    }
  };

  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        {translate('records.delete.action')}
      </Button>
      {open && (
        <ConfirmDialog
          title={translate('records.delete.title', { name: stored.name })}
          confirmLabel={translate('records.delete.action')}
          typedName={stored.name}
          working={working}
          failure={failure}
          onConfirm={() => void remove()}
          onClose={() => {
            setOpen(false);
            setFailure(null);
          }}
        >
          <Typography>
            {translate(`${desk.words}.deleteText`)} {translate('records.delete.final')}
          </Typography>
        </ConfirmDialog>
      )}
    </>
  );
};
