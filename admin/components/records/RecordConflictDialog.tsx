import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { mergeRecords, type Side } from './recordConflict.ts';
import { RecordConflictTable } from './RecordConflictTable.tsx';
import type { FieldWords } from './useFieldWords.ts';
import type { RecordConflict } from './useSavedVersion.ts';

export interface RecordConflictDialogProps {
  words: FieldWords;
  conflict: RecordConflict;
  formId: string;
  onClose: () => void;
}

/** Somebody saved in the meantime: field by field theirs or mine, then the save is tried again on top of theirs. */
export const RecordConflictDialog = ({ words, conflict, formId, onClose }: RecordConflictDialogProps) => {
  const translate = useTranslate();
  const titleId = useId();
  const { setValue } = useFormContext();
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const chooseAll = (side: Side) =>
    setChoices(Object.fromEntries(conflict.conflicts.map(({ field }) => [field, side] as const)));

  const saveAgain = () => {
    for (const { field, theirs } of mergeRecords(conflict, choices)) setValue(field, theirs, { shouldDirty: true });
    conflict.onChosen();
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) form.requestSubmit();
  };

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {conflict.title}
      </DialogTitle>
      <DialogContent sx={{ overflowWrap: 'anywhere' }}>
        <DialogContentText gutterBottom>{conflict.text}</DialogContentText>
        {conflict.conflicts.length > 0 && (
          <RecordConflictTable
            words={words}
            conflicts={conflict.conflicts}
            choices={choices}
            onChoose={(field, side) => setChoices({ ...choices, [field]: side })}
          />
        )}
        {conflict.theirsOnly.length > 0 && (
          <>
            <Typography sx={{ marginTop: 2 }}>{translate('records.conflict.taken')}</Typography>
            <ul>
              {conflict.theirsOnly.map(({ field, theirs }) => (
                <li key={field}>
                  {words.labelOf(field)}: {words.textOf(field, theirs)}
                </li>
              ))}
            </ul>
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {conflict.conflicts.length > 1 && (
          <>
            <Button onClick={() => chooseAll('mine')}>{translate('records.conflict.allMine')}</Button>
            <Button onClick={() => chooseAll('theirs')}>{translate('records.conflict.allTheirs')}</Button>
          </>
        )}
        <Button onClick={onClose}>{translate('records.save.cancel')}</Button>
        <Button
          variant="contained"
          disabled={conflict.conflicts.some(({ field }) => choices[field] === undefined)}
          onClick={saveAgain}
        >
          {translate('records.conflict.saveAgain')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
