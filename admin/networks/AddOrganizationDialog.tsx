import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import type { Network } from '../../shared/contract/networks.ts';
import { FormDialog } from '../components/FormDialog.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { OrganizationSearchField } from './OrganizationSearchField.tsx';

interface AddOrganizationDialogProps {
  network: Network;
  onClose: () => void;
}

export const AddOrganizationDialog = ({ network, onClose }: AddOrganizationDialogProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  return (
    <FormDialog
      title={translate('networks.organizations.addTitle', { name: network.name })}
      submitLabel={translate('networks.organizations.addConfirm')}
      defaultValues={{ organizationId: '' }}
      failureText={translate('networks.organizations.addFailed')}
      onSubmit={async ({ organizationId }) => {
        const params = { id: network.id };
        const { name } = await provider.call('networks', 'addOrganization', { params, body: { organizationId } });
        notify(translate('networks.organizations.added', { name }), { type: 'success' });
        void queries.invalidateQueries();
      }}
      onClose={onClose}
    >
      <Typography>{translate('networks.organizations.addText')}</Typography>
      <OrganizationSearchField source="organizationId" />
    </FormDialog>
  );
};
