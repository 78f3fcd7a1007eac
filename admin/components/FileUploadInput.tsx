import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { InputHelperText, useInput, useTranslate } from 'react-admin';
import { FileDrop } from './FileDrop.tsx';
import { fieldId } from './fieldPaths.ts';
import { maxSizeText } from './receivedFile.ts';

interface FileUploadInputProps {
  source: string;
  /** Message key. */
  label: string;
  required?: boolean;
  helperText: string;
  /** Extensions and media types as a file input takes them: `.html,text/html`. */
  accept: string;
  /** The same as text. */
  kinds: string;
  maxBytes: number;
}

/** A file, chosen or dropped, in the form until it is sent. react-admin's FileInput drops a refused file without a text. */
export const FileUploadInput = (props: FileUploadInputProps) => {
  const { source, label, required = false, helperText, accept, kinds, maxBytes } = props;
  const translate = useTranslate();
  const text = (name: string, values?: object) => translate(`records.file.${name}`, values);
  const name = translate(label);
  const validate = (value: unknown) => {
    if (!(value instanceof File)) return required ? translate('components.form.required', { label: name }) : undefined;
    if (!isAccepted(value, accept)) return text('wrongType', { kinds });
    if (value.size === 0) return text('empty');
    return value.size > maxBytes ? text('tooLarge', { size: maxSizeText(maxBytes) }) : undefined;
  };
  const { field, fieldState } = useInput<unknown>({ source, validate });
  const { error, invalid } = fieldState;
  const file = field.value instanceof File ? field.value : null;
  const id = fieldId(source);
  const change = (chosen: File | null) => {
    field.onChange(chosen);
    field.onBlur();
  };
  return (
    <FormControl error={invalid} required={required} fullWidth sx={{ gridColumn: '1 / -1' }}>
      <FormLabel htmlFor={id} sx={{ fontSize: 13, marginBottom: 0.5 }}>
        {name}
      </FormLabel>
      <FileDrop
        label={name}
        accept={accept}
        file={file}
        texts="records.file"
        onFiles={([chosen]) => chosen && change(chosen)}
        buttonRef={field.ref}
        buttonId={id}
        describedBy={`${id}-helper-text`}
        error={invalid}
        onRemove={() => change(null)}
      />
      <FormHelperText id={`${id}-helper-text`} sx={{ marginLeft: 0 }}>
        <InputHelperText error={error?.message} helperText={helperText} />
      </FormHelperText>
    </FormControl>
  );
};

/** By its name, or by the type that the browser reports; the server reads the content. `accept` as a file input takes it. */
const isAccepted = (file: File, accept: string): boolean =>
  accept
    .split(',')
    .some((kind) => (kind.startsWith('.') ? file.name.toLowerCase().endsWith(kind) : file.type === kind));
