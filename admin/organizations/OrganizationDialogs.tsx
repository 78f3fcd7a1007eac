import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useDelete, useNotify, useRefresh, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { seedRecordsDefault } from '../../shared/rules/organization.ts';
import { ActionDialog } from '../components/actions.tsx';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { fieldErrorsOf, serverMessages } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

interface DialogProps {
  row: OrganizationRow;
  onClose: () => void;
  /** After a deletion; the page of the record goes to the list. */
  onDeleted?: () => void;
}

/** After a success: its text, the list again, and the dialog closes. */
const useDone = (text: string, onClose: () => void) => {
  const notify = useNotify();
  const refresh = useRefresh();
  return () => {
    notify(text, { type: 'success' });
    refresh();
    onClose();
  };
};

type Choice = 'activated' | 'notActivated';

/** Activates or deactivates; activating may send the e-mail and creates the records address unless unticked (spec 1 section 4). */
const ActivationDialog = ({ row, onClose }: DialogProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const [choice, setChoice] = useState<Choice>();
  const [sendEmail, setSendEmail] = useState(false);
  const [seedRecords, setSeedRecords] = useState(seedRecordsDefault);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const activating = choice === 'activated';
  const missing = isSubmitted && choice === undefined;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const options = activating ? { sendEmail, seedRecords } : { sendEmail: false, seedRecords: false };
      return provider.setActivation(row.id, { activated: activating, ...options });
    },
    onSuccess: useDone('organizations.activation.updated', onClose),
  });
  return (
    <ConfirmDialog
      title={translate('organizations.activation.title')}
      confirmLabel={translate('organizations.activation.save')}
      working={isPending}
      failure={error && [translate('organizations.activation.failed'), ...serverMessages(error)].join(' ')}
      onConfirm={() => {
        setIsSubmitted(true);
        if (choice !== undefined) mutate();
      }}
      onClose={onClose}
    >
      <FormControl error={missing} required>
        <FormLabel id="activation-status" sx={{ overflowWrap: 'anywhere' }}>
          {translate('organizations.activation.status', { name: row.name })}
        </FormLabel>
        <RadioGroup
          aria-labelledby="activation-status"
          aria-describedby={missing ? 'activation-missing' : undefined}
          value={choice ?? ''}
          onChange={(event) => setChoice(event.target.value === 'activated' ? 'activated' : 'notActivated')}
        >
          {(['activated', 'notActivated'] as const).map((state) => (
            <FormControlLabel
              key={state}
              value={state}
              control={<Radio size="small" />}
              label={translate(`organizations.states.${state}`)}
            />
          ))}
        </RadioGroup>
        {missing && (
          <FormHelperText id="activation-missing">{translate('organizations.activation.required')}</FormHelperText>
        )}
      </FormControl>
      {activating && (
        <div>
          <FormControlLabel
            control={
              <Checkbox size="small" checked={sendEmail} onChange={(event) => setSendEmail(event.target.checked)} />
            }
            label={translate('organizations.activation.sendEmail')}
          />
          <br />
          <FormControlLabel
            control={
              <Checkbox size="small" checked={seedRecords} onChange={(event) => setSeedRecords(event.target.checked)} />
            }
            label={translate('organizations.activation.seedRecords')}
          />
        </div>
      )}
      {choice === 'notActivated' && <Typography>{translate('organizations.activation.whatHappens')}</Typography>}
    </ConfirmDialog>
  );
};

/** Takes back a pending cancellation (spec 1 section 4); a failure shows the server's text, else the fallback of section 8. */
const ClearCancellationDialog = ({ row: { id, name }, onClose }: DialogProps) => {
  const label = (key: string) => `organizations.clearCancellation.${key}`;
  return (
    <ActionDialog
      texts={label('clear')}
      values={{ name }}
      send={(provider) => provider.clearCancellation(id)}
      done={label('cleared')}
      failed={label('failed')}
      changes={['organizations']}
      isServerTextAlone
      onClose={onClose}
    />
  );
};

/** Deletes for good, so it lists what is deleted with it and requires the name. Model-state texts, else the fallback (spec 1 section 8). */
const DeleteDialog = ({ row, onClose, onDeleted }: DialogProps) => {
  const translate = useTranslate();
  const [isSent, setIsSent] = useState(false);
  const done = useDone('organizations.delete.deleted', onClose);
  const onSuccess = () => {
    onDeleted?.();
    done();
  };
  const [remove, { isPending, error }] = useDelete<OrganizationRow, Error>(
    'organizations',
    { id: row.id, previousData: row },
    // The dialog itself shows a failure.
    { mutationMode: 'pessimistic', onSuccess, onError: () => setIsSent(false) },
  );
  const impact = useDeleteImpact(row.id, isSent);
  return (
    <ConfirmDialog
      title={translate('organizations.delete.title', { name: row.name })}
      confirmLabel={translate('organizations.delete.confirm')}
      typedName={row.name}
      working={isPending}
      failure={error && (Object.values(fieldErrorsOf(error)).join(' ') || translate('organizations.delete.failed'))}
      onConfirm={() => {
        setIsSent(true);
        void remove();
      }}
      onClose={onClose}
    >
      <Typography>{translate('organizations.delete.text')}</Typography>
      <Typography aria-live="polite">{impact}</Typography>
    </ConfirmDialog>
  );
};

/** What a deletion removes, in the order of the text. */
const impactParts = [
  'users',
  'directAddresses',
  'faxNumbers',
  'serviceAccounts',
  'devices',
  'licenses',
  'integrations',
  'alternateOids',
  'directoryEntries',
] as const;

/** What a deletion removes, counted now, as one text; nothing is counted once the deletion is sent. */
const useDeleteImpact = (id: string, isSent: boolean) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { data, error, isPending } = useQuery({
    queryKey: ['organizations', 'deleteImpact', id],
    queryFn: ({ signal }) => provider.call('organizations', 'deleteImpact', { params: { id } }, { signal }),
    enabled: !isSent,
    retry: false,
  });
  if (error) return translate('organizations.delete.uncounted');
  if (isPending) return translate('organizations.delete.counting');
  const counted = impactParts.filter((part) => data[part] > 0);
  if (counted.length === 0) return translate('organizations.delete.nothing');
  const texts = counted.map((part) => translate(`organizations.delete.${part}`, { smart_count: data[part] }));
  return translate('organizations.delete.belongings', { list: new Intl.ListFormat('en-US').format(texts) });
};

const dialogs = { activation: ActivationDialog, clearCancellation: ClearCancellationDialog, delete: DeleteDialog };
export type DialogName = keyof typeof dialogs;

/** The dialogs of an organization; one chunk that is loaded when the first is opened. */
const OrganizationDialogs = ({ name, ...props }: DialogProps & { name: DialogName }) => {
  const Dialog = dialogs[name];
  return <Dialog {...props} />;
};

export default OrganizationDialogs;
