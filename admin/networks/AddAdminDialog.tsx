import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import type { Network } from '../../shared/contract/networks.ts';
import { FormDialog } from '../components/FormDialog.tsx';
import { type FieldText, textOf } from '../components/records/fieldText.ts';
import { FormText } from '../components/FormText.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';

interface AddAdminDialogProps {
  network: Network;
  onClose: () => void;
}

const noAdmin: { readonly userName: FieldText } = { userName: null };

/** Lets a person administer the network, by user name. */
export const AddAdminDialog = ({ network, onClose }: AddAdminDialogProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  return (
    <FormDialog
      title={translate('networks.admins.addTitle', { name: network.name })}
      submitLabel={translate('networks.admins.addConfirm')}
      defaultValues={noAdmin}
      failureText={translate('networks.admins.addFailed')}
      onSubmit={async ({ userName }) => {
        const added = await provider.call('networks', 'addAdmin', {
          params: { id: network.id },
          body: { userName: textOf(userName) },
        });
        const name = `${added.firstName} ${added.lastName}`;
        notify(translate('networks.admins.added', { name }), { type: 'success' });
        void queries.invalidateQueries();
      }}
      onClose={onClose}
    >
      <Typography>{translate('networks.admins.addText')}</Typography>
      <FormText source="userName" label="networks.admins.userName" required maxLength={255} />
    </FormDialog>
  );
};
