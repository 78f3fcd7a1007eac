import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'react-admin';
import { useId, useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { SavedAddressAdd } from './SavedAddressAdd.tsx';
import { SavedAddressTable } from './SavedAddressTable.tsx';
import { useSavedList } from './useSavedList.ts';

interface SavedAddressesDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** The saved Direct Addresses modal: pages of 5, sortable, delete one, clear all, save changes (spec 1 section 2). */
export const SavedAddressesDialog = ({ organizationId, onClose }: SavedAddressesDialogProps) => {
  const translate = useTranslate();
  const titleId = useId();
  const { asked, items, isChanged, change, save, saving, failure, reload } = useSavedList(organizationId);
  const [question, setQuestion] = useState<'clear' | 'discard'>();
  const label = (name: string, values?: Record<string, unknown>) => translate(`addresses.saved.${name}`, values);
  const close = () => {
    if (saving) return;
    if (isChanged && question !== 'discard') setQuestion('discard');
    else onClose();
  };
  const saveAndClose = async () => {
    setQuestion(undefined);
    if (await save()) onClose();
  };
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>{label('title')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {asked.isPending && <LoadingRows rows={5} />}
        {asked.error && <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />}
        {asked.data && (
          <>
            <SavedAddressAdd items={items} onAdd={(item) => change([...items, item])} />
            {items.length === 0 ? (
              <EmptyState text={label('none')} />
            ) : (
              <SavedAddressTable items={items} onDelete={(gone) => change(items.filter((item) => item !== gone))} />
            )}
          </>
        )}
        {question === 'clear' && (
          <Alert
            severity="warning"
            action={
              <Button
                color="inherit"
                size="small"
                onClick={() => {
                  change([]);
                  setQuestion(undefined);
                }}
              >
                {label('clear')}
              </Button>
            }
          >
            {label('clearAgain', { count: items.length })}
          </Alert>
        )}
        {question === 'discard' && (
          <Alert
            severity="warning"
            action={
              <Button color="inherit" size="small" onClick={onClose}>
                {label('discard')}
              </Button>
            }
          >
            {label('unsaved')}
          </Alert>
        )}
        {failure && (
          <Alert
            severity="error"
            action={
              failure.isConflict ? (
                <Button color="inherit" size="small" onClick={() => void reload()}>
                  {label('reload')}
                </Button>
              ) : undefined
            }
          >
            {failure.isConflict ? label('conflict') : failure.words || label('failed')}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button disabled={items.length === 0 || saving} onClick={() => setQuestion('clear')}>
          {label('clear')}
        </Button>
        <Button disabled={saving} onClick={close}>
          {label('close')}
        </Button>
        <Button variant="contained" disabled={!isChanged || saving} onClick={() => void saveAndClose()}>
          {label('save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
