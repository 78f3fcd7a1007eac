import { useNotify, useTranslate } from 'react-admin';
import type { FaxAccount } from '../../../shared/contract/fax.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormNumber } from '../../components/FormNumber.tsx';
import { FormSwitch } from '../../components/FormSwitch.tsx';
import { FormText } from '../../components/FormText.tsx';
import { useAppDataProvider } from '../../providers/dataProvider.ts';

interface FaxAccountDialogProps {
  organizationId: string;
  kind: FaxAccount['kind'];
  account: FaxAccount | undefined;
  onSaved: () => unknown;
  onClose: () => void;
}

type Values = Pick<FaxAccount, 'accountNumber' | 'displayName' | 'isEnabled' | 'retentionDays'>;
const fresh: Values = { accountNumber: '', displayName: '', isEnabled: true, retentionDays: 30 };

/** The account of an organization at a fax service. */
export const FaxAccountDialog = ({ organizationId, kind, account, onSaved, onClose }: FaxAccountDialogProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const label = (name: string) => translate(`addresses.fax.${name}`);
  const { accountNumber, displayName, isEnabled, retentionDays } = account ?? fresh;
  return (
    <FormDialog
      title={label(account ? 'changeTitle' : 'createTitle')}
      submitLabel={translate('addresses.saved.save')}
      failureText={label('failed')}
      defaultValues={{ accountNumber, displayName, isEnabled, retentionDays }}
      onSubmit={async (values) => {
        const body = {
          ...values,
          organizationId,
          ...(account ? { version: account.version } : {}),
        };
        await provider.call('fax', kind === 'efax' ? 'saveEfax' : 'saveWestFax', { body });
        notify('addresses.fax.saved', { type: 'success' });
        await onSaved();
      }}
      onClose={onClose}
    >
      <FormText source="accountNumber" label="addresses.fax.accountNumber" required maxLength={50} />
      <FormText source="displayName" label="addresses.fax.displayName" required maxLength={255} />
      <FormNumber source="retentionDays" label="addresses.fax.retentionDays" required />
      <FormSwitch source="isEnabled" label="addresses.fax.isEnabled" />
    </FormDialog>
  );
};
