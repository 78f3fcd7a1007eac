import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import type { SystemAlert } from '../../shared/contract/exchangeSchemas.ts';
import { FormDialog } from '../components/FormDialog.tsx';
import { FormText } from '../components/FormText.tsx';
import { FormTextArea } from '../components/FormTextArea.tsx';
import { useProfile } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

interface AlertDialogProps {
  command: 'acknowledge' | 'resolve';
  alert: SystemAlert;
  onClose: () => void;
}

const maxNoteLength = 1000;
const textOf = (value: string | null | undefined): string | undefined => value?.trim() || undefined;

/** Acknowledges an alert, or resolves it by hand, with a note that all users see. */
export const AlertDialog = ({ command, alert, onClose }: AlertDialogProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const { fullName } = useProfile();
  const { id, name, version } = alert;
  const isResolving = command === 'resolve';
  const submit = async ({ note, owner }: { note: string | null; owner: string }) => {
    const params = { id };
    if (isResolving) {
      await provider.call('diagnostics', 'resolveAlert', { params, body: { note: textOf(note) ?? '', version } });
    } else {
      const body = { note: textOf(note), owner: textOf(owner), version };
      await provider.call('diagnostics', 'acknowledgeAlert', { params, body });
    }
    notify(translate(`dashboard.alerts.${command}Done`, { name }), { type: 'success' });
    await queries.invalidateQueries({ queryKey: ['alerts'] });
  };
  return (
    <FormDialog
      title={translate(`dashboard.alerts.${command}Title`, { name })}
      submitLabel={translate(`dashboard.alerts.${command}`)}
      defaultValues={{ owner: fullName, note: alert.note }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography variant="body2">{translate(`dashboard.alerts.${command}Text`)}</Typography>
      {!isResolving && <FormText source="owner" label="dashboard.alerts.owner" maxLength={200} />}
      <FormTextArea
        source="note"
        label="dashboard.alerts.note"
        rows={3}
        maxLength={maxNoteLength}
        required={isResolving}
      />
    </FormDialog>
  );
};
