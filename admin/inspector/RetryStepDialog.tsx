import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { WorkflowDetail } from '../../shared/contract/exchangeSchemas.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { useDraftValues } from '../components/FormDraft.tsx';
import { isReasonTooLong, ReasonField } from '../components/ReasonField.tsx';
import { codeOf, failureText } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

interface RetryStepDialogProps {
  workflow: WorkflowDetail;
  stepName: string;
  onClose: () => void;
}

/** Retries a step (spec 1 section 4). Where that could deliver twice, it says so and requires a second confirmation. */
export const RetryStepDialog = ({ workflow, stepName, onClose }: RetryStepDialogProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const [{ reason }, change] = useDraftValues('retryStep', { reason: '' });
  const [mayDuplicate, setMayDuplicate] = useState(false);
  const text = (name: string) => translate(`inspector.retry.${name}`, { step: stepName, id: workflow.mailMessageId });
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => {
      const { id, type, version } = workflow;
      const body = { id, type, retryStep: stepName, version, ...(mayDuplicate ? { allowDuplicate: true } : {}) };
      const options = reason.trim() === '' ? {} : { reason: reason.trim() };
      return provider.inspector.retryStep({ params: { id }, body }, options);
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['inspector', 'workflow'] });
      void queries.invalidateQueries({ queryKey: ['messages'] });
      void queries.invalidateQueries({ queryKey: ['events'] });
      notify(text('done'), { type: 'success' });
      onClose();
    },
    onError: (failure) => {
      if (codeOf(failure) !== 'E-MAY-DUPLICATE' || mayDuplicate) return;
      setMayDuplicate(true);
      reset();
    },
  });
  return (
    <ConfirmDialog
      key={String(mayDuplicate)}
      title={text(mayDuplicate ? 'duplicateTitle' : 'title')}
      confirmLabel={text(mayDuplicate ? 'anyway' : 'confirm')}
      working={isPending}
      failure={error && failureText(text('failed'), error)}
      onConfirm={() => !isReasonTooLong(reason) && mutate()}
      onClose={onClose}
    >
      <Typography>{text(mayDuplicate ? 'duplicateText' : 'text')}</Typography>
      <ReasonField
        label={text('reason')}
        value={reason}
        fullWidth
        margin="dense"
        onChange={(given) => change({ reason: given })}
      />
    </ConfirmDialog>
  );
};
