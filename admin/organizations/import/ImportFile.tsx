import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useRef, useState } from 'react';
import { fileNameDisplayMax } from '../../../shared/rules/fileName.ts';
import { truncate } from '../../../shared/rules/textDisplay.ts';
import { FileDrop } from '../../components/FileDrop.tsx';
import { sizeInK } from '../../components/receivedFile.ts';

interface ImportFileProps {
  file: File | null;
  onFile: (file: File | null) => void;
}

/** Where the file goes: one, dropped or chosen with the button. */
export const ImportFile = ({ file, onFile }: ImportFileProps) => {
  const translate = useTranslate();
  const [many, setMany] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const take = ([first, ...others]: readonly File[]) => {
    setMany(others.length > 0);
    if (first && others.length === 0) onFile(first);
  };
  return (
    <FileDrop
      label={translate('imports.file.label')}
      accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
      button={translate(file ? 'imports.file.change' : 'imports.file.choose')}
      text={
        file
          ? translate('imports.file.chosen', {
              name: truncate(file.name, fileNameDisplayMax),
              size: sizeInK(file.size),
            })
          : translate('imports.file.drop')
      }
      onFiles={take}
      buttonRef={button}
    >
      {many && (
        <Typography role="alert" color="error">
          {translate('imports.file.one')}
        </Typography>
      )}
      {file && (
        <Button
          size="small"
          onClick={() => {
            setMany(false);
            onFile(null);
            button.current?.focus();
          }}
        >
          {translate('imports.file.remove')}
        </Button>
      )}
    </FileDrop>
  );
};
