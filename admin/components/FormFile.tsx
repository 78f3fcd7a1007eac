import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useTranslate } from 'react-admin';
import { useCallback } from 'react';
import { fileNameDisplayMax } from '../../shared/rules/fileName.ts';
import { truncate } from '../../shared/rules/textDisplay.ts';
import { FileDrop } from './FileDrop.tsx';
import { sizeInK } from './receivedFile.ts';
import { type FormFieldProps, useFormField } from './useFormField.ts';

interface FormFileProps extends FormFieldProps {
  /** Extensions and media types as a file input takes them: `.html,text/html`. */
  accept: string;
  /** The same in words. */
  kinds: string;
  maxBytes: number;
}

/** Whether a file is of a kind by its name or by what the browser takes it for; the server looks inside. */
const isAccepted = (file: File, accept: string): boolean =>
  accept
    .split(',')
    .some((kind) => (kind.startsWith('.') ? file.name.toLowerCase().endsWith(kind) : file.type === kind));

/** A file from the disk, chosen or dropped; the form keeps it until it is sent. */
export const FormFile = ({ accept, kinds, maxBytes, ...props }: FormFileProps) => {
  const translate = useTranslate();
  const problemOf = useCallback(
    (value: unknown) => {
      if (!(value instanceof File)) return undefined;
      if (!isAccepted(value, accept)) return translate('records.file.wrongType', { kinds });
      if (value.size === 0) return translate('records.file.empty');
      return value.size > maxBytes ? translate('records.file.tooLarge', { size: sizeInK(maxBytes) }) : undefined;
    },
    [accept, kinds, maxBytes, translate],
  );
  const { input, ref, shared } = useFormField({ ...props, problemOf });
  const { id, label, helperText, disabled, error, required } = shared;
  const file = input.value instanceof File ? input.value : null;
  const hintId = `${id}-helper-text`;
  const take = ([chosen]: readonly File[]) => {
    if (chosen) input.onChange(chosen);
    input.onBlur();
  };

  return (
    <FormControl error={error} disabled={disabled} required={required} fullWidth sx={{ gridColumn: '1 / -1' }}>
      <FormLabel htmlFor={id} sx={{ fontSize: 13, marginBottom: 0.5 }}>
        {label}
      </FormLabel>
      <FileDrop
        label={label}
        accept={accept}
        button={translate(file ? 'records.file.change' : 'records.file.choose')}
        text={
          file
            ? translate('records.file.chosen', {
                name: truncate(file.name, fileNameDisplayMax),
                size: sizeInK(file.size),
              })
            : translate('records.file.drop')
        }
        onFiles={take}
        buttonRef={ref}
        buttonId={id}
        describedBy={helperText ? hintId : undefined}
        disabled={disabled}
        error={error}
      >
        {file && (
          <Button
            size="small"
            onClick={() => {
              input.onChange(null);
              input.onBlur();
            }}
          >
            {translate('records.file.takeBack')}
          </Button>
        )}
      </FileDrop>
      {helperText && (
        <FormHelperText id={hintId} sx={{ marginLeft: 0 }}>
          {helperText}
        </FormHelperText>
      )}
    </FormControl>
  );
};
