import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { ConflictTable } from './ConflictTable.tsx';
import { mergeVersions, type Side } from './organizationConflict.ts';
import { useFieldText } from './useFieldText.ts';
import type { Conflict } from './useOrganizationSave.ts';

interface OrganizationConflictDialogProps {
  conflict: Conflict;
  formId: string;
  onClose: () => void;
}

/** Somebody saved in the meantime: field by field theirs or mine, then the save is tried again on top of theirs. */
export const OrganizationConflictDialog = ({ conflict, formId, onClose }: OrganizationConflictDialogProps) => {
  const translate = useTranslate();
  const fieldText = useFieldText();
  const titleId = useId();
  const { setValue } = useFormContext();
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const chooseAll = (side: Side) =>
    setChoices(Object.fromEntries(conflict.conflicts.map(({ field }) => [field, side] as const)));

  const saveAgain = () => {
    for (const [field, value] of mergeVersions(conflict, choices)) setValue(field, value, { shouldDirty: true });
    onClose();
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) form.requestSubmit();
  };

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId}>{translate('organizations.conflict.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText gutterBottom>
          {translate('organizations.conflict.text', { name: conflict.theirs.modifiedBy })}
        </DialogContentText>
        {conflict.conflicts.length > 0 && (
          <ConflictTable
            conflicts={conflict.conflicts}
            choices={choices}
            onChoose={(field, side) => setChoices({ ...choices, [field]: side })}
          />
        )}
        {conflict.theirsOnly.length > 0 && (
          <>
            <Typography sx={{ marginTop: 2 }}>{translate('organizations.conflict.taken')}</Typography>
            <ul>
              {conflict.theirsOnly.map(({ field, theirs }) => (
                <li key={field}>
                  {translate(`organizations.fields.${field}`)}: {fieldText(field, theirs)}
                </li>
              ))}
            </ul>
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {conflict.conflicts.length > 1 && (
          <>
            <Button onClick={() => chooseAll('mine')}>{translate('organizations.conflict.allMine')}</Button>
            <Button onClick={() => chooseAll('theirs')}>{translate('organizations.conflict.allTheirs')}</Button>
          </>
        )}
        <Button onClick={onClose}>{translate('organizations.save.cancel')}</Button>
        <Button
          variant="contained"
          disabled={conflict.conflicts.some(({ field }) => choices[field] === undefined)}
          onClick={saveAgain}
        >
          {translate('organizations.conflict.saveAgain')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
