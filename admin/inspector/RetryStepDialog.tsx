import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { WorkflowDetail } from '../../shared/contract/exchangeSchemas.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { codeOf, serverMessages } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

interface RetryStepDialogProps {
  workflow: WorkflowDetail;
  stepName: string;
  onClose: () => void;
}

/** Retries a step (spec 1 section 4). Where that could deliver twice, it says so and asks again. */
export const RetryStepDialog = ({ workflow, stepName, onClose }: RetryStepDialogProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [mayDuplicate, setMayDuplicate] = useState(false);
  const word = (name: string) => translate(`inspector.retry.${name}`, { step: stepName, id: workflow.mailMessageId });

  const retry = async () => {
    setWorking(true);
    setFailure(null);
    const { id, type, version } = workflow;
    const body = { id, type, retryStep: stepName, version, ...(mayDuplicate ? { allowDuplicate: true } : {}) };
    try {
      const named = reason.trim();
      await provider.call('inspector', 'retryStep', { params: { id }, body }, named === '' ? {} : { reason: named });
      await queries.invalidateQueries({ queryKey: ['inspector', 'workflow'] });
      void queries.invalidateQueries({ queryKey: ['messages'] });
      void queries.invalidateQueries({ queryKey: ['events'] });
      notify(word('done'), { type: 'success' });
      onClose();
    } catch (error) {
      if (codeOf(error) === 'E-MAY-DUPLICATE' && !mayDuplicate) setMayDuplicate(true);
      else setFailure([word('failed'), ...serverMessages(error)].join(' '));
      setWorking(false);
    }
  };

  return (
    <ConfirmDialog
      key={String(mayDuplicate)}
      title={word(mayDuplicate ? 'duplicateTitle' : 'title')}
      confirmLabel={word(mayDuplicate ? 'anyway' : 'confirm')}
      working={working}
      failure={failure}
      onConfirm={() => void retry()}
      onClose={onClose}
    >
      <Typography>{word(mayDuplicate ? 'duplicateText' : 'text')}</Typography>
      <TextField
        label={word('reason')}
        value={reason}
        fullWidth
        autoComplete="off"
        margin="dense"
        onChange={(event) => setReason(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </ConfirmDialog>
  );
};
