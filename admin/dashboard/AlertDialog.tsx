import Typography from '@mui/material/Typography';
import { TextInput, useTranslate } from 'react-admin';
import type { SystemAlert } from '../../shared/contract/exchangeSchemas.ts';
import { SaveDialog } from '../components/actions.tsx';
import { textAt, useRequired } from '../components/RecordForm.tsx';
import { useProfile } from '../providers/appContext.ts';

interface AlertDialogProps {
  command: 'acknowledge' | 'resolve';
  alert: SystemAlert;
  onClose: () => void;
}

interface AlertValues {
  readonly note: string | null;
  readonly owner: string | null;
}

const textOf = (value: string | null): string | undefined => value?.trim() || undefined;

/** Acknowledges an alert, or resolves it by hand, with a note that all users see. */
export const AlertDialog = ({ command, alert: { id, name, note, version }, onClose }: AlertDialogProps) => {
  const translate = useTranslate();
  const required = useRequired();
  const { fullName } = useProfile();
  const isResolving = command === 'resolve';
  const defaultValues: AlertValues = { owner: fullName, note };
  return (
    <SaveDialog
      title={translate(`dashboard.alerts.${command}Title`, { name })}
      submitLabel={translate(`dashboard.alerts.${command}`)}
      defaultValues={defaultValues}
      send={async ({ diagnostics }, values) => {
        const params = { id };
        const written = textOf(values.note);
        if (isResolving) return diagnostics.resolveAlert({ params, body: { note: written ?? '', version } });
        const body = { note: written, owner: textOf(values.owner), version };
        return diagnostics.acknowledgeAlert({ params, body });
      }}
      done={translate(`dashboard.alerts.${command}Done`, { name })}
      changes={['alerts']}
      onClose={onClose}
    >
      <Typography variant="body2">{translate(`dashboard.alerts.${command}Text`)}</Typography>
      {!isResolving && <TextInput {...textAt('owner', 200)} label="dashboard.alerts.owner" />}
      <TextInput
        {...textAt('note', 1000)}
        label="dashboard.alerts.note"
        {...(isResolving && { validate: required('dashboard.alerts.note') })}
        multiline
        rows={3}
      />
    </SaveDialog>
  );
};
