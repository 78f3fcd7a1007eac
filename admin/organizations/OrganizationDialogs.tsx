import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import {
  CheckboxGroupInput,
  FormDataConsumer,
  RadioButtonGroupInput,
  required,
  useDelete,
  useNotify,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { useState } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { seedRecordsDefault } from '../../shared/rules/organization.ts';
import { ActionDialog, SaveDialog } from '../components/actions.tsx';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { fieldErrorsOf } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

interface DialogProps {
  row: OrganizationRow;
  onClose: () => void;
  /** After a deletion; the page of the record goes to the list. */
  onDeleted?: () => void;
}

const statuses = ['activated', 'notActivated'];
const statusChoices = statuses.map((id) => ({ id, name: `organizations.states.${id}` }));

/** Options of an activation: the e-mail is off, the records address is on. */
export const activationOptions: readonly string[] = seedRecordsDefault ? ['seedRecords'] : [];
const optionChoices = ['sendEmail', 'seedRecords'].map((id) => ({ id, name: `organizations.activation.${id}` }));

/** Input of these options by name. */
export const ActivationOptionsInput = () => (
  <CheckboxGroupInput
    source="options"
    label={false}
    helperText={false}
    row={false}
    choices={optionChoices}
    sx={{ margin: 0 }}
  />
);

/** Activates or deactivates; activating may send the e-mail and creates the records address unless unticked (spec 1 section 4). */
const ActivationDialog = ({ row: { id, name }, onClose }: DialogProps) => {
  const translate = useTranslate();
  const label = (key: string) => `organizations.activation.${key}`;
  return (
    <SaveDialog
      title={label('title')}
      submitLabel={label('save')}
      failureText={label('failed')}
      defaultValues={{ status: '', options: activationOptions }}
      send={(provider, { status, options }) => {
        const activated = status === 'activated';
        const has = (option: string) => activated && options.includes(option);
        const body = { id, activated, sendEmail: has('sendEmail'), seedRecords: has('seedRecords') };
        return provider.organizations.activate({ params: { id }, body });
      }}
      done={label('updated')}
      changes={['organizations', 'organizationhistory', 'documentsources']}
      onClose={onClose}
    >
      <RadioButtonGroupInput
        source="status"
        label={translate(label('status'), { name })}
        validate={required(label('required'))}
        helperText={false}
        row={false}
        choices={statusChoices}
        sx={{ margin: 0, overflowWrap: 'anywhere' }}
      />
      <FormDataConsumer<{ status: string }>>
        {({ formData: { status } }) => (
          <>
            {status === 'activated' && <ActivationOptionsInput />}
            {status === 'notActivated' && <Typography>{translate(label('whatHappens'))}</Typography>}
          </>
        )}
      </FormDataConsumer>
    </SaveDialog>
  );
};

/** Takes back a pending cancellation (spec 1 section 4); a failure shows the server's text, else the fallback of section 8. */
const ClearCancellationDialog = ({ row: { id, name }, onClose }: DialogProps) => {
  const label = (key: string) => `organizations.clearCancellation.${key}`;
  return (
    <ActionDialog
      texts={label('clear')}
      values={{ name }}
      send={(provider) => provider.organizations.clearCancel({ params: { id } })}
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
  const notify = useNotify();
  const refresh = useRefresh();
  const [isSent, setIsSent] = useState(false);
  const [remove, { isPending, error }] = useDelete<OrganizationRow, Error>(
    'organizations',
    { id: row.id, previousData: row },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => {
        onDeleted?.();
        notify('organizations.delete.deleted', { type: 'success' });
        refresh();
        onClose();
      },
      // The dialog itself shows a failure.
      onError: () => setIsSent(false),
    },
  );
  const impact = useDeleteImpact(row.id, isSent);
  return (
    <ConfirmDialog
      title={translate('organizations.delete.title', { name: row.name })}
      confirmLabel="organizations.delete.confirm"
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
    queryFn: ({ signal }) => provider.organizations.deleteImpact({ params: { id } }, { signal }),
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
