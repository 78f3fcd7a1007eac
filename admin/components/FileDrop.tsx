import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type DragEvent, type ReactNode, type Ref, useRef, useState } from 'react';

interface FileDropProps {
  /** Accessible name of the hidden file input. */
  label: string;
  accept: string;
  /** Text of the button, and the text beside it. */
  button: string;
  text: string;
  /** Dropped or chosen files; several only when they were dropped together. */
  onFiles: (files: readonly File[]) => void;
  buttonRef?: Ref<HTMLButtonElement>;
  buttonId?: string | undefined;
  describedBy?: string | undefined;
  disabled?: boolean | undefined;
  error?: boolean | undefined;
  /** Actions on the present file. */
  children?: ReactNode;
}

/** Area where a file is dropped, or chosen with a button. */
export const FileDrop = ({ label, accept, button, text, onFiles, children, ...more }: FileDropProps) => {
  const { buttonRef, buttonId, describedBy, disabled = false, error = false } = more;
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
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
        disabled={disabled}
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
        disabled={disabled}
        aria-describedby={describedBy}
        onClick={() => picker.current?.click()}
      >
        {button}
      </Button>
      <Typography color="textSecondary" aria-live="polite" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      {children}
    </Box>
  );
};
