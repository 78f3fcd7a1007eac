import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { FormDialog } from '../components/FormDialog.tsx';
import { FormTextArea } from '../components/FormTextArea.tsx';
import { reasonMinimum, useRevealed } from './revealed.ts';

interface RevealDialogProps {
  id: number;
  onRevealed?: () => void;
  onClose: () => void;
}

/** Asks why somebody wants to see the content of a message; the server keeps the reason with the look. */
export const RevealDialog = ({ id, onRevealed, onClose }: RevealDialogProps) => {
  const translate = useTranslate();
  const { reveal } = useRevealed();
  const word = (name: string) => translate(`inspector.reveal.${name}`, { id });
  return (
    <FormDialog
      title={word('title')}
      submitLabel={word('submit')}
      defaultValues={{ reason: '' }}
      validate={({ reason }) => ((reason ?? '').trim().length < reasonMinimum ? { reason: word('short') } : {})}
      onSubmit={async ({ reason }) => {
        await reveal(reason.trim());
        onRevealed?.();
      }}
      onClose={onClose}
      failureText={word('failed')}
    >
      <Typography>{word('text')}</Typography>
      <FormTextArea
        source="reason"
        label={word('reason')}
        helperText={word('reasonHint')}
        required
        rows={2}
        maxLength={500}
      />
    </FormDialog>
  );
};
