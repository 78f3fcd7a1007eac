import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { CollapsibleBox } from './CollapsibleBox.tsx';
import { FormTextArea } from './FormTextArea.tsx';
import { SafeHtml } from './SafeHtml.tsx';
import { useDebouncedValue } from './useDebouncedValue.ts';
import type { FormFieldProps } from './useFormField.ts';

/** The preview follows once typing pauses (spec 3 section 9 waits as long for its previews). */
const previewDelayMs = 300;

/** HTML as its source, with what will be left of it beside: the server keeps it sanitised in the same way. */
export const FormHtml = ({ maxLength, ...props }: FormFieldProps & { maxLength?: number }) => {
  const translate = useTranslate();
  const hint = translate('records.html.hint');
  const helperText = props.helperText ? (
    <>
      {props.helperText} {hint}
    </>
  ) : (
    hint
  );
  return (
    <>
      <FormTextArea
        {...props}
        rows={10}
        monospace
        helperText={helperText}
        {...(maxLength === undefined ? {} : { maxLength })}
      />
      <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
        <CollapsibleBox title={translate('records.html.preview')}>
          <Preview source={props.source} />
        </CollapsibleBox>
      </Box>
    </>
  );
};

const Preview = ({ source }: { source: string }) => {
  const translate = useTranslate();
  const value: unknown = useWatch({ name: source });
  const html = useDebouncedValue(typeof value === 'string' ? value : '', previewDelayMs);
  if (html.trim() === '') return <Typography color="textSecondary">{translate('records.html.empty')}</Typography>;
  return <SafeHtml html={html} />;
};
