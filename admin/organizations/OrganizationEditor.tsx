import Chip from '@mui/material/Chip';
import { useParams, useRecordContext, useRedirect, useTranslate } from 'react-admin';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { OrganizationMenu } from './organizationActions.tsx';
import { OrganizationForm } from './OrganizationForm.tsx';
import { ActivationField, CancellationState, LoginField } from './organizationStates.tsx';
import { defaultTab, organizationTabs } from './organizationTabs.ts';

/** The editor; its id may be the word "add" for a new organization (spec 1 section 2). */
export const OrganizationEditor = () => {
  const { id = 'add' } = useParams();
  return id === 'add' ? (
    <RecordCreate>
      <OrganizationForm />
    </RecordCreate>
  ) : (
    <OrganizationEdit key={id} />
  );
};

const OrganizationEdit = () => {
  const translate = useTranslate();
  const redirect = useRedirect();
  const { '*': requested } = useParams();
  const { path } = organizationTabs.find((tab) => tab.path === requested) ?? { path: defaultTab };
  return (
    <RecordEdit<Organization>
      section={translate(`organizations.tabs.${path}`)}
      hasOwnDelete
      chips={<OrganizationChips />}
      actions={<OrganizationMenu onDeleted={() => redirect('list', 'organizations')} />}
      render={(organization) => <OrganizationForm stored={organization} />}
    />
  );
};

/** Number and states of the organization, on every tab. */
const OrganizationChips = () => {
  const translate = useTranslate();
  const organization = useRecordContext<Organization>();
  if (!organization) return null;
  return (
    <>
      <Chip size="small" variant="outlined" label={translate('organizations.number', { id: organization.orgId })} />
      <ActivationField source="isActivated" />
      <LoginField source="isEnabled" />
      <CancellationState isPendingCancellation={organization.isPendingCancellation} cancelAt={organization.cancelAt} />
    </>
  );
};
