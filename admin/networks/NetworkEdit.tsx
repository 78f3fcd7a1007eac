import Box from '@mui/material/Box';
import { BooleanInput, TextInput, useParams, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Network } from '../../shared/contract/networks.ts';
import { SectionTabs } from '../components/SectionTabs.tsx';
import { DateTime } from '../components/DateTime.tsx';
import { FeaturesInput } from '../components/FeaturesInput.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { OrganizationsLink } from '../components/OrganizationsLink.tsx';
import { inputAt, notBlank, RecordForm, textAt } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { NetworkAdmins, NetworkOrganizations } from './NetworkMembers.tsx';
import { networkModel } from './networkModel.ts';
import { NetworkServiceAccount } from './NetworkServiceAccount.tsx';

/** Sections of a network by sub-path, in order; the first is the network's own address. */
const networkTabs = ['details', 'organizations', 'admins', 'serviceaccount'] as const;
type NetworkTab = (typeof networkTabs)[number];

const tabOf = (path: string | undefined): NetworkTab => networkTabs.find((tab) => tab === path) ?? 'details';

const tabAddress = (id: string, tab: NetworkTab): string => {
  const address = `/admin/networks/${encodeURIComponent(id)}`;
  return tab === 'details' ? address : `${address}/${tab}`;
};

/** One network in sections by sub-path. */
export const NetworkEdit = () => {
  const translate = useTranslate();
  const tab = tabOf(useParams()['*']);
  return (
    <RecordEdit<Network>
      section={translate(`networks.tabs.${tab}`)}
      render={(network) => <NetworkSections network={network} tab={tab} />}
    />
  );
};

export const NetworkCreate = () => (
  <RecordCreate>
    <RecordForm model={networkModel} opensWhenCreated>
      <NetworkInputs />
    </RecordForm>
  </RecordCreate>
);

interface NetworkSectionsProps {
  network: Network;
  tab: NetworkTab;
}

/** A network in sections. The form stays where it is while another section is on screen, so nothing typed is lost. */
const NetworkSections = ({ network, tab }: NetworkSectionsProps) => {
  return (
    <>
      <SectionTabs
        texts="networks.tabs"
        names={networkTabs}
        tab={tab}
        addressOf={(name) => tabAddress(network.id, name)}
      />
      <Box role="tabpanel" id="panel-details" aria-labelledby="tab-details" hidden={tab !== 'details'}>
        <RecordForm model={networkModel} stored={network}>
          <NetworkInputs />
          <NetworkSummary network={network} />
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

const NetworkSummary = ({ network }: { network: Network }) => {
  return (
    <LabeledValues>
      <OrganizationsLink filterBy="networkId" />
      <LabeledValue label="networks.fields.adminCount">{network.adminCount}</LabeledValue>
      <LabeledValue label="networks.fields.createDate">
        <DateTime value={network.createDate} />
      </LabeledValue>
    </LabeledValues>
  );
};

const NetworkInputs = () => {
  const chosen: unknown = useWatch({ name: 'enabledFeatures' });
  return (
    <>
      <FormSection title="networks.section">
        <TextInput {...textAt('name', 255, notBlank)} />
        <BooleanInput {...inputAt('isEnabled')} />
      </FormSection>
      <FormSection title="networks.featuresSection">
        <FeaturesInput
          isOffered={({ id, isEnabled }) => isEnabled || (Array.isArray(chosen) && chosen.includes(id))}
          present={[]}
          noneText="networks.features.none"
          failedText="networks.features.failed"
        />
      </FormSection>
    </>
  );
};
