import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import type { BulkAction } from '../../../shared/bulk/action.ts';
import type { Heading } from './understanding.ts';

/** A heading as people name it: one without a name by its place. */
export const headingText = ({ heading, index }: Heading, translate: ReturnType<typeof useTranslate>): string =>
  heading.trim() === '' ? translate('imports.understood.nameless', { place: index + 1 }) : heading;

interface HeadingChoiceProps {
  heading: Heading;
  action: BulkAction;
  onChange: (column: string | null) => void;
}

/** Which column a heading of the file stands for; one that is not understood has to be chosen or ignored. */
export const HeadingChoice = ({ heading, action, onChange }: HeadingChoiceProps) => {
  const translate = useTranslate();
  const { column, problem } = heading;
  const isUnknown = problem !== null;
  return (
    <TextField
      select
      fullWidth
      value={isUnknown ? 'unknown' : (column ?? '')}
      error={isUnknown}
      helperText={problem}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': headingText(heading, translate) } }}
    >
      {isUnknown && (
        <option value="unknown" disabled>
          {translate('imports.understood.unknown')}
        </option>
      )}
      <option value="">{translate('imports.understood.ignore')}</option>
      {action.columns.map(({ name, required }) => (
        <option key={name} value={name}>
          {required ? `${name} (${translate('imports.action.required')})` : name}
        </option>
      ))}
    </TextField>
  );
};
