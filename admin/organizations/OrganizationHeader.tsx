import Chip from '@mui/material/Chip';
import { useTranslate } from 'react-admin';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { PageHeader } from '../components/PageHeader.tsx';
import { WayUp } from '../components/RecordPages.tsx';
import type { TabPath } from './organizationTabs.ts';
import { ActivationState, CancellationState, LoginState } from './organizationStates.tsx';

/** Heading of the editor on every tab: way up, name, number and states; the tab's name stands in the browser's tab. */
export const OrganizationHeader = ({ loaded, tab }: { loaded: Organization | undefined; tab: TabPath }) => {
  const translate = useTranslate();
  const name = loaded?.name;
  return (
    <>
      <WayUp name={name} />
      <PageHeader
        title={name ?? translate('organizations.add')}
        section={loaded && translate(`organizations.tabs.${tab}`)}
        actions={
          loaded && (
            <>
              <Chip size="small" variant="outlined" label={translate('organizations.number', { id: loaded.orgId })} />
              <ActivationState isActivated={loaded.isActivated} />
              <LoginState isEnabled={loaded.isEnabled} />
              <CancellationState isPendingCancellation={loaded.isPendingCancellation} cancelAt={loaded.cancelAt} />
            </>
          )
        }
      />
    </>
  );
};
