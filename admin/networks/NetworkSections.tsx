import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { LinkBase, useTranslate } from 'react-admin';
import type { Network } from '../../shared/contract/networks.ts';
import { Fact, Facts } from '../components/Fact.tsx';
import { Moment } from '../components/Moment.tsx';
import { OrganizationsLink } from '../components/OrganizationsLink.tsx';
import { RecordForm } from '../components/RecordForm.tsx';
import { NetworkAdmins } from './NetworkAdmins.tsx';
import { NetworkInputs } from './NetworkInputs.tsx';
import { NetworkOrganizations } from './NetworkOrganizations.tsx';
import { NetworkServiceAccount } from './NetworkServiceAccount.tsx';
import { networkModel } from './networkModel.ts';
import { type NetworkTab, networkTabs, tabAddress } from './networkTabs.ts';

interface NetworkSectionsProps {
  network: Network;
  tab: NetworkTab;
}

/** A network in sections. The form stays where it is while another section is on screen, so nothing typed is lost. */
export const NetworkSections = ({ network, tab }: NetworkSectionsProps) => {
  const translate = useTranslate();
  return (
    <>
      <Tabs
        value={tab}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        aria-label={translate('networks.tabs.label')}
        sx={{ borderBottom: 1, borderColor: 'divider', marginBottom: 2 }}
      >
        {networkTabs.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`tab-${name}`}
            aria-controls={name === tab ? `panel-${name}` : undefined}
            component={LinkBase}
            to={tabAddress(network.id, name)}
            label={translate(`networks.tabs.${name}`)}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id="panel-details" aria-labelledby="tab-details" hidden={tab !== 'details'}>
        <RecordForm model={networkModel} stored={network}>
          <NetworkInputs />
          <NetworkFacts network={network} />
        </RecordForm>
      </Box>
      {tab !== 'details' && (
        <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
          {tab === 'organizations' && <NetworkOrganizations network={network} />}
          {tab === 'admins' && <NetworkAdmins network={network} />}
          {tab === 'serviceaccount' && <NetworkServiceAccount network={network} />}
        </Box>
      )}
    </>
  );
};

const NetworkFacts = ({ network }: { network: Network }) => {
  const translate = useTranslate();
  return (
    <Facts>
      <OrganizationsLink
        label={translate('networks.usage')}
        count={network.organizationCount}
        filter={{ networkId: network.id }}
      />
      <Fact label={translate('networks.fields.adminCount')}>{network.adminCount}</Fact>
      <Fact label={translate('networks.fields.createDate')}>
        <Moment value={network.createDate} />
      </Fact>
    </Facts>
  );
};
