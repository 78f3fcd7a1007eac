import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { useDeed } from '../useDeed.ts';
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
  const [open, setOpen] = useState(false);
  const { run, working, failure, forget } = useDeed();

  const remove = async () => {
    const done = await run({
      run: () => desk.remove(provider, stored.id),
      done: `${desk.words}.deleted`,
      failed: `${desk.words}.deleteFailed`,
    });
    if (!done) return;
    onDeleted();
    void queries.invalidateQueries();
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
            forget();
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
