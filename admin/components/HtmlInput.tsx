import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { TextInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { CollapsibleBox } from './CollapsibleBox.tsx';
import { fieldId } from './fieldPaths.ts';
import { SafeHtml } from './SafeHtml.tsx';
import { useDebouncedValue } from './useDebouncedValue.ts';

/** The preview follows once typing pauses (spec 3 section 9 waits as long for its previews). */
const previewDelayMs = 300;

interface HtmlInputProps {
  source: string;
  maxLength: number;
  helperText?: string;
}

/** HTML as its source, with a preview of what the server keeps of it. */
export const HtmlInput = ({ source, maxLength, helperText = '' }: HtmlInputProps) => {
  const translate = useTranslate();
  return (
    <>
      <TextInput
        source={source}
        id={fieldId(source)}
        multiline
        rows={10}
        helperText={`${translate(helperText)} ${translate('records.html.hint')}`.trim()}
        slotProps={{
          htmlInput: { maxLength, spellCheck: false, style: { resize: 'vertical', fontFamily: 'monospace' } },
        }}
        sx={{ gridColumn: '1 / -1' }}
      />
      <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
        <CollapsibleBox title={translate('records.html.preview')}>
          <Preview source={source} />
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
