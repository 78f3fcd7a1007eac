import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import type { ReadOptions } from '../../../shared/bulk/csv/types.ts';
import { CollapsibleBox } from '../../components/CollapsibleBox.tsx';
import { FileDrop } from '../../components/FileDrop.tsx';
import { FilterSelect } from '../../components/FilterSelect.tsx';

interface ImportFileProps {
  file: File | null;
  onFile: (file: File | null) => void;
}

/** The browser opens a file that is dropped beside the drop area, which would leave the page. */
const useMissedDrops = (): void => {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
};

/** One file, dropped or chosen with the button. */
export const ImportFile = ({ file, onFile }: ImportFileProps) => {
  const translate = useTranslate();
  const [many, setMany] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useMissedDrops();
  const take = ([first, ...others]: readonly File[]) => {
    setMany(others.length > 0);
    if (first && others.length === 0) onFile(first);
  };
  return (
    <FileDrop
      label={translate('imports.file.label')}
      accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
      file={file}
      texts="imports.file"
      onFiles={take}
      onRemove={() => {
        setMany(false);
        onFile(null);
        button.current?.focus();
      }}
      buttonRef={button}
    >
      {many && (
        <Typography role="alert" color="error">
          {translate('imports.file.one')}
        </Typography>
      )}
    </FileDrop>
  );
};

/** Texts, or their message keys, by option value. */
const delimiters = {
  ',': 'imports.file.delimiters.comma',
  ';': 'imports.file.delimiters.semicolon',
  '\t': 'imports.file.delimiters.tab',
  '|': 'imports.file.delimiters.bar',
};
const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
};

interface ImportOptionsProps {
  options: ReadOptions;
  onChange: (options: ReadOptions) => void;
}

/** How the file is read, where it cannot be detected. */
export const ImportOptions = ({ options, onChange }: ImportOptionsProps) => {
  const translate = useTranslate();
  const choice = (name: 'delimiter' | 'encoding', texts: Readonly<Record<string, string>>) => (
    <FilterSelect
      label={translate(`imports.file.${name}`)}
      value={options[name] ?? 'auto'}
      options={[
        { id: 'auto', name: translate('imports.file.auto') },
        ...Object.entries(texts).map(([id, text]) => ({ id, name: translate(text, { _: text }) })),
      ]}
      onChange={(value) => onChange({ ...options, [name]: value })}
    />
  );
  const flag = (name: 'skipBlank' | 'unescapeFormulas') => (
    <FormControlLabel
      label={translate(`imports.file.${name}`)}
      control={
        <Checkbox
          size="small"
          checked={options[name] === true}
          onChange={(_event, checked) => onChange({ ...options, [name]: checked })}
        />
      }
    />
  );
  return (
    <CollapsibleBox title={translate('imports.file.options')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', paddingTop: 1 }}>
        {choice('delimiter', delimiters)}
        {choice('encoding', encodings)}
        {flag('skipBlank')}
        {flag('unescapeFormulas')}
      </Box>
    </CollapsibleBox>
  );
};
