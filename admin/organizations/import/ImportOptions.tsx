import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslate } from 'react-admin';
import { FilterSelect } from '../../components/FilterSelect.tsx';
import { CollapsibleBox } from '../../components/CollapsibleBox.tsx';
import type { ReadOptions } from '../../../shared/bulk/csv/types.ts';

const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;
const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
} as const;

interface ImportOptionsProps {
  options: ReadOptions;
  onChange: (options: ReadOptions) => void;
}

/** How the file is read, for the files that do not tell by themselves. */
export const ImportOptions = ({ options, onChange }: ImportOptionsProps) => {
  const translate = useTranslate();
  const auto = { id: 'auto', name: translate('imports.file.auto') };
  return (
    <CollapsibleBox title={translate('imports.file.options')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', paddingTop: 1 }}>
        <FilterSelect
          label={translate('imports.file.delimiter')}
          value={options.delimiter ?? 'auto'}
          options={[
            auto,
            ...Object.entries(delimiters).map(([id, name]) => ({
              id,
              name: translate(`imports.file.delimiters.${name}`),
            })),
          ]}
          onChange={(value) => onChange({ ...options, delimiter: value as NonNullable<ReadOptions['delimiter']> })}
        />
        <FilterSelect
          label={translate('imports.file.encoding')}
          value={options.encoding ?? 'auto'}
          options={[auto, ...Object.entries(encodings).map(([id, name]) => ({ id, name }))]}
          onChange={(value) => onChange({ ...options, encoding: value as NonNullable<ReadOptions['encoding']> })}
        />
        <FormControlLabel
          label={translate('imports.file.skipBlank')}
          control={
            <Checkbox
              size="small"
              checked={options.skipBlank === true}
              onChange={(_event, skipBlank) => onChange({ ...options, skipBlank })}
            />
          }
        />
        <FormControlLabel
          label={translate('imports.file.unescape')}
          control={
            <Checkbox
              size="small"
              checked={options.unescapeFormulas === true}
              onChange={(_event, unescapeFormulas) => onChange({ ...options, unescapeFormulas })}
            />
          }
        />
      </Box>
    </CollapsibleBox>
  );
};
