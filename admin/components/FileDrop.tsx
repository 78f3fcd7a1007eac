import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type DragEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { fileNameDisplayMax } from '../../shared/rules/fileName.ts';
import { truncate } from '../../shared/rules/textDisplay.ts';
import { LabelButton } from './LabelButton.tsx';
import { sizeInK } from './receivedFile.ts';

interface FileDropProps {
  /** Accessible name of the hidden file input. */
  label: string;
  accept: string;
  /** The present file. */
  file: File | null;
  /** Beginning of the message keys of its texts. */
  texts: string;
  /** Dropped or chosen files; several only when they were dropped together. */
  onFiles: (files: readonly File[]) => void;
  onRemove: () => void;
  buttonRef?: Ref<HTMLButtonElement>;
  buttonId?: string | undefined;
  describedBy?: string | undefined;
  error?: boolean | undefined;
  /** Before the button that removes the file. */
  children?: ReactNode;
}

/** Area where a file is dropped, or chosen with a button. */
export const FileDrop = ({ label, accept, file, texts, onFiles, onRemove, children, ...more }: FileDropProps) => {
  const { buttonRef, buttonId, describedBy, error = false } = more;
  const translate = useTranslate();
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
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
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was corrected.
          event.target.value = '';
        }}
      />
      <Button
        id={buttonId}
        ref={buttonRef}
        variant="outlined"
        startIcon={<UploadFile />}
        aria-describedby={describedBy}
        onClick={() => picker.current?.click()}
      >
        {translate(`${texts}.${file ? 'change' : 'choose'}`)}
      </Button>
      <Typography color="textSecondary" aria-live="polite" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {file
          ? translate(`${texts}.chosen`, { name: truncate(file.name, fileNameDisplayMax), size: sizeInK(file.size) })
          : translate(`${texts}.drop`)}
      </Typography>
      {children}
      {file && <LabelButton size="small" label={`${texts}.remove`} onClick={onRemove} />}
    </Box>
  );
};
