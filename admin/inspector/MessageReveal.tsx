import Typography from '@mui/material/Typography';
import { TextInput, useTranslate } from 'react-admin';
import { createContext, useContext, useState } from 'react';
import type { MessageRecord } from '../../shared/contract/messageSchemas.ts';
import { FormDialog } from '../components/FormDialog.tsx';
import { textAt } from '../components/RecordForm.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/** A message with its content, and the reason of the request for it. */
export interface Revealed {
  readonly record: MessageRecord;
  readonly reason: string;
}

/** Minimum length of a reason (X-Request-Reason). */
const minReasonLength = 4;

/** The content of one message in the memory of the component that shows it: no query cache, no storage. Unmounting discards it. */
export const useRevealState = (id: number) => {
  const provider = useAppDataProvider();
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  return {
    revealed,
    /** Throws the error of the server. */
    reveal: async (reason: string) => {
      const record = await provider.messages.get({ params: { id } }, { reason });
      setRevealed({ record, reason });
    },
    mask: () => setRevealed(null),
  };
};

export const RevealContext = createContext<ReturnType<typeof useRevealState> | undefined>(undefined);

export const useReveal = () => {
  const value = useContext(RevealContext);
  if (!value) throw new Error('useReveal must be called inside a RevealContext.');
  return value;
};

const validateReason = (reason: unknown) =>
  typeof reason === 'string' && reason.trim().length >= minReasonLength ? undefined : 'inspector.reveal.short';

/** Why the content of a message is read or sent; the server stores the reason in the audit trail. */
export const ReasonInput = () => (
  <TextInput
    {...textAt('reason', 500, validateReason)}
    label="inspector.reveal.reason"
    helperText="inspector.reveal.reasonHint"
    required
    multiline
    rows={2}
  />
);

interface RevealDialogProps {
  id: number;
  onRevealed?: () => void;
  onClose: () => void;
}

/** Shows the content of a message to a user who enters a reason. */
export const RevealDialog = ({ id, onRevealed, onClose }: RevealDialogProps) => {
  const translate = useTranslate();
  const { reveal } = useReveal();
  return (
    <FormDialog
      title={translate('inspector.reveal.title', { id })}
      submitLabel="inspector.reveal.submit"
      defaultValues={{ reason: '' }}
      onSubmit={async ({ reason }) => {
        await reveal(reason.trim());
        onRevealed?.();
      }}
      onClose={onClose}
      failureText="inspector.reveal.failed"
    >
      <Typography>{translate('inspector.reveal.text')}</Typography>
      <ReasonInput />
    </FormDialog>
  );
};
