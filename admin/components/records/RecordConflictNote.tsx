import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Comparison, FieldDifference } from './recordConflict.ts';
import type { FieldWords } from './useFieldWords.ts';

interface RecordConflictNoteProps {
  /** Another object for each version of theirs. */
  comparison: Comparison;
  words: FieldWords;
}

/**
 * Inside the form of a dialog: somebody saved in the meantime. What only they changed is taken over at once; what both changed
 * stays mine, and theirs can be taken instead, before it is saved again.
 */
export const RecordConflictNote = ({ comparison, words }: RecordConflictNoteProps) => {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const { conflicts, theirsOnly } = comparison;
  const take = (differences: readonly FieldDifference[]) => {
    for (const { field, theirs } of differences) setValue(field, theirs, { shouldDirty: true, shouldValidate: true });
  };
  // oxlint-disable-next-line react/exhaustive-deps -- once for each version of theirs
  useEffect(() => take(theirsOnly), [comparison]);
  return (
    <Alert
      severity="warning"
      action={
        conflicts.length > 0 && (
          <Button color="inherit" size="small" onClick={() => take(conflicts)}>
            {translate('records.conflict.note.takeTheirs')}
          </Button>
        )
      }
      sx={{ overflowWrap: 'anywhere' }}
    >
      <strong>{translate('records.conflict.note.title')}</strong>
      <TheirFields text={translate('records.conflict.taken')} differences={theirsOnly} words={words} />
      <TheirFields text={translate('records.conflict.note.both')} differences={conflicts} words={words} />
    </Alert>
  );
};

interface TheirFieldsProps {
  text: string;
  differences: readonly FieldDifference[];
  words: FieldWords;
}

const TheirFields = ({ text, differences, words }: TheirFieldsProps) =>
  differences.length > 0 && (
    <div>
      {text}
      <ul style={{ margin: 0 }}>
        {differences.map(({ field, theirs }) => (
          <li key={field}>
            {words.labelOf(field)}: {words.textOf(field, theirs)}
          </li>
        ))}
      </ul>
    </div>
  );
