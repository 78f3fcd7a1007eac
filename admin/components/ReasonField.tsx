import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { requestReasonMax } from '../../shared/rules/reason.ts';

interface ReasonFieldProps extends Pick<TextFieldProps, 'required' | 'fullWidth' | 'margin' | 'sx'> {
  /** Texts. */
  label: string;
  hint?: string;
  /** Error of the form, such as a missing reason. */
  problem?: string | false;
  value: string;
  onChange: (reason: string) => void;
}

export const isReasonTooLong = (reason: string): boolean => reason.trim().length > requestReasonMax;

/** A reason outside a form of react-admin. One that is too long says so: the browser's own maximum would cut pasted text without a word. */
export const ReasonField = ({ hint, problem = false, value, onChange, ...props }: ReasonFieldProps) => {
  const translate = useTranslate();
  const error = isReasonTooLong(value) ? translate('ra.validation.maxLength', { max: requestReasonMax }) : problem;
  return (
    <TextField
      {...props}
      value={value}
      error={error !== false}
      helperText={error === false ? hint : error}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { autoComplete: 'off' } }}
    />
  );
};
