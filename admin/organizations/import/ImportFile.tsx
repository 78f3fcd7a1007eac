import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type DragEvent, useRef, useState } from 'react';
import { fileNameDisplayMax } from '../../../shared/rules/fileName.ts';
import { truncate } from '../../../shared/rules/textDisplay.ts';
import { sizeInK } from '../../components/receivedFile.ts';

interface ImportFileProps {
  file: File | null;
  onFile: (file: File | null) => void;
}

/** Where the file goes: dropped, or chosen with the button. */
export const ImportFile = ({ file, onFile }: ImportFileProps) => {
  const translate = useTranslate();
  const [over, setOver] = useState(false);
  const [many, setMany] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped, ...others] = event.dataTransfer.files;
    setMany(others.length > 0);
    if (dropped && others.length === 0) onFile(dropped);
  };
  return (
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
        borderColor: over ? 'primary.main' : 'divider',
        bgcolor: over ? 'action.hover' : undefined,
        borderRadius: 1,
      }}
    >
      <input
        ref={picker}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={translate('imports.file.label')}
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          setMany(false);
          if (chosen) onFile(chosen);
          // The same file may be chosen again after it was corrected.
          event.target.value = '';
        }}
      />
      <Button ref={button} variant="outlined" startIcon={<UploadFile />} onClick={() => picker.current?.click()}>
        {translate(file ? 'imports.file.change' : 'imports.file.choose')}
      </Button>
      <Typography color="textSecondary" aria-live="polite" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {file
          ? translate('imports.file.chosen', {
              name: truncate(file.name, fileNameDisplayMax),
              size: sizeInK(file.size),
            })
          : translate('imports.file.drop')}
      </Typography>
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
    </Box>
  );
};
