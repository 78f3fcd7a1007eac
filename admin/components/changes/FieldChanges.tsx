import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { RecordTable } from '../RecordTable.tsx';
import { fieldWords, valueWords } from './changeWords.ts';

interface FieldChangesProps {
  /** Name of the table for those who cannot see it. */
  label: string;
  changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}

/** The fields a deed changed, before and after. */
export const FieldChanges = ({ label, changes }: FieldChangesProps) => {
  const translate = useTranslate();
  const heading = (name: string) => translate(`activity.history.${name}`);
  if (changes.length === 0) return <Typography color="textSecondary">{heading('nothing')}</Typography>;
  return (
    <RecordTable
      label={label}
      rows={changes}
      rowId={({ field }) => field}
      columns={[
        { name: 'field', label: heading('field'), render: ({ field }) => fieldWords(field, translate) },
        { name: 'before', label: heading('before'), render: ({ before }) => valueWords(before, translate) },
        { name: 'after', label: heading('after'), render: ({ after }) => valueWords(after, translate) },
      ]}
    />
  );
};
