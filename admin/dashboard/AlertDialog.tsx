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
  deed: 'acknowledge' | 'resolve';
  alert: SystemAlert;
  onClose: () => void;
}

const longestNote = 1000;
const textOf = (value: string | null | undefined): string | undefined => value?.trim() || undefined;

/** Takes an alert over, or resolves it by hand; what was noted stands beside it for everybody. */
export const AlertDialog = ({ deed, alert, onClose }: AlertDialogProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const { fullName } = useProfile();
  const { id, name, version } = alert;
  const isResolving = deed === 'resolve';
  const submit = async ({ note, owner }: { note: string | null; owner: string }) => {
    const params = { id };
    if (isResolving) {
      await provider.call('diagnostics', 'resolveAlert', { params, body: { note: textOf(note) ?? '', version } });
    } else {
      const body = { note: textOf(note), owner: textOf(owner), version };
      await provider.call('diagnostics', 'acknowledgeAlert', { params, body });
    }
    notify(translate(`dashboard.alerts.${deed}Done`, { name }), { type: 'success' });
    await queries.invalidateQueries({ queryKey: ['diagnostics', 'systemAlerts'] });
  };
  return (
    <FormDialog
      title={translate(`dashboard.alerts.${deed}Title`, { name })}
      submitLabel={translate(`dashboard.alerts.${deed}`)}
      defaultValues={{ owner: fullName, note: alert.note }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography variant="body2">{translate(`dashboard.alerts.${deed}Text`)}</Typography>
      {!isResolving && <FormText source="owner" label="dashboard.alerts.owner" maxLength={200} />}
      <FormTextArea
        source="note"
        label="dashboard.alerts.note"
        rows={3}
        maxLength={longestNote}
        required={isResolving}
      />
    </FormDialog>
  );
};
