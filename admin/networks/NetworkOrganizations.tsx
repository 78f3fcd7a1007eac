import Add from '@mui/icons-material/Add';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import RemoveCircle from '@mui/icons-material/RemoveCircleOutlined';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { LinkBase, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { NetworkOrganization } from '../../shared/contract/networkPeople.ts';
import type { Network } from '../../shared/contract/networks.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { pageQuery } from '../components/records/pageQuery.ts';
import { ServerList } from '../components/ServerList.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { usePageAddress } from '../components/usePageAddress.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { AddOrganizationDialog } from './AddOrganizationDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

/** Organizations of a network: search, pages, put one in, take one out. */
export const NetworkOrganizations = ({ network }: { network: Network }) => {
  const translate = useTranslate();
  const params = { id: network.id };
  const query = pageQuery(usePageAddress());
  const answer = useAnswer('networks', 'organizations', { params, query }, { keepPrevious: true });
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<NetworkOrganization | null>(null);
  const add = (
    <Button variant="contained" startIcon={<Add />} onClick={() => setAdding(true)}>
      {translate('networks.organizations.add')}
    </Button>
  );
  const removal = (row: NetworkOrganization) => (
    <Button
      size="small"
      aria-label={translate('networks.organizations.remove', { name: row.name })}
      onClick={() => setLeaving(row)}
    >
      {translate('networks.organizations.removeConfirm')}
    </Button>
  );
  return (
    <>
      <ServerList<NetworkOrganization>
        label="networks.tabs.organizations"
        searchLabel="networks.organizations.search"
        filters={add}
        page={answer.data}
        isFetching={answer.isFetching}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        rowId={({ id }) => id}
        sortedBy="name"
        empty={<EmptyState text={translate('networks.organizations.none')} />}
        actions={removal}
        columns={[
          {
            name: 'name',
            label: 'networks.organizations.name',
            sortable: true,
            render: ({ id, name }) => (
              <Link component={LinkBase} to={`/admin/organizations/${encodeURIComponent(id)}`} color="inherit">
                {name}
              </Link>
            ),
          },
          { name: 'orgId', label: 'networks.organizations.orgId', render: ({ orgId }) => orgId },
          {
            name: 'subDomain',
            label: 'networks.organizations.subdomain',
            render: ({ subDomain }) => subDomain ?? '–',
          },
          { name: 'isActivated', label: 'networks.organizations.state', render: (row) => <ActivationState {...row} /> },
        ]}
      />
      {adding && <AddOrganizationDialog network={network} onClose={() => setAdding(false)} />}
      {leaving && (
        <RemoveDialog
          words="networks.organizations"
          name={leaving.name}
          remove={(provider) =>
            provider.call('networks', 'removeOrganization', { params: { id: network.id, orgId: leaving.id } })
          }
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
};

const ActivationState = ({ isActivated }: { isActivated: boolean }) => {
  const translate = useTranslate();
  return isActivated ? (
    <StateChip icon={CheckCircle} tone="good" label={translate('networks.organizations.activated')} />
  ) : (
    <StateChip icon={RemoveCircle} label={translate('networks.organizations.notActivated')} />
  );
};
