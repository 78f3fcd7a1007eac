import Typography from '@mui/material/Typography';
import { TextInput, useTranslate } from 'react-admin';
import { FormDialog } from '../components/FormDialog.tsx';
import { textAt } from '../components/RecordForm.tsx';
import { reasonMinimum, useRevealed } from './revealed.ts';

interface RevealDialogProps {
  id: number;
  onRevealed?: () => void;
  onClose: () => void;
}

const validateReason = (reason: unknown) =>
  typeof reason === 'string' && reason.trim().length >= reasonMinimum ? undefined : 'inspector.reveal.short';

/** Why the content of a message is read or sent; the server keeps the reason in the audit trail. */
export const ReasonInput = () => (
  <TextInput
    {...textAt('reason', 500)}
    label="inspector.reveal.reason"
    helperText="inspector.reveal.reasonHint"
    validate={validateReason}
    required
    multiline
    rows={2}
  />
);

/** Shows the content of a message to a user who gives a reason. */
export const RevealDialog = ({ id, onRevealed, onClose }: RevealDialogProps) => {
  const translate = useTranslate();
  const { reveal } = useRevealed();
  return (
    <FormDialog
      title={translate('inspector.reveal.title', { id })}
      submitLabel={translate('inspector.reveal.submit')}
      defaultValues={{ reason: '' }}
      onSubmit={async ({ reason }) => {
        await reveal(reason.trim());
        onRevealed?.();
      }}
      onClose={onClose}
      failureText={translate('inspector.reveal.failed')}
    >
      <Typography>{translate('inspector.reveal.text')}</Typography>
      <ReasonInput />
    </FormDialog>
  );
};
