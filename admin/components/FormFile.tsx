import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type DragEvent, useCallback, useRef, useState } from 'react';
import { fileNameDisplayMax } from '../../shared/rules/fileName.ts';
import { truncate } from '../../shared/rules/textDisplay.ts';
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
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
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
  const take = (chosen: File | undefined) => {
    if (chosen) input.onChange(chosen);
    input.onBlur();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(event.dataTransfer.files[0]);
  };

  return (
    <FormControl error={error} disabled={disabled} required={required} fullWidth sx={{ gridColumn: '1 / -1' }}>
      <FormLabel htmlFor={id} sx={{ fontSize: 13, marginBottom: 0.5 }}>
        {label}
      </FormLabel>
      <Box
        data-drop-area=""
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1.5,
          padding: 2,
          border: '1px dashed',
          borderColor: error ? 'error.main' : over ? 'primary.main' : 'divider',
          bgcolor: over ? 'action.hover' : undefined,
          borderRadius: 1,
        }}
      >
        <input
          ref={picker}
          type="file"
          hidden
          tabIndex={-1}
          aria-label={label}
          accept={accept}
          disabled={disabled}
          onChange={(event) => {
            take(event.target.files?.[0]);
            // The same file may be chosen again after it was corrected.
            event.target.value = '';
          }}
        />
        <Button
          id={id}
          ref={ref}
          variant="outlined"
          startIcon={<UploadFile />}
          disabled={disabled}
          aria-describedby={helperText ? hintId : undefined}
          onClick={() => picker.current?.click()}
        >
          {translate(file ? 'records.file.change' : 'records.file.choose')}
        </Button>
        <Typography color="textSecondary" aria-live="polite" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {file
            ? translate('records.file.chosen', {
                name: truncate(file.name, fileNameDisplayMax),
                size: sizeInK(file.size),
              })
            : translate('records.file.drop')}
        </Typography>
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
      </Box>
      {helperText && (
        <FormHelperText id={hintId} sx={{ marginLeft: 0 }}>
          {helperText}
        </FormHelperText>
      )}
    </FormControl>
  );
};
