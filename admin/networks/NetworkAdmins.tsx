import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { NetworkAdmin } from '../../shared/contract/networkPeople.ts';
import type { Network } from '../../shared/contract/networks.ts';
import { searchDebounceMs } from '../../shared/rules/paging.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { RecordTable } from '../components/RecordTable.tsx';
import { SearchBox } from '../components/SearchBox.tsx';
import { usePageAddress } from '../components/usePageAddress.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { AddAdminDialog } from './AddAdminDialog.tsx';
import { EnabledState } from './NetworkList.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

const nameOf = ({ firstName, lastName }: NetworkAdmin): string => `${firstName} ${lastName}`;

/** People who administer a network: search, add one by user name, end an administration. */
export const NetworkAdmins = ({ network }: { network: Network }) => {
  const translate = useTranslate();
  const { search, setSearch } = usePageAddress();
  const params = { id: network.id };
  const query = search === '' ? {} : { search };
  const { data, error, isFetching, refetch } = useAnswer(
    'networks',
    'admins',
    { params, query },
    { keepPrevious: true },
  );
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<NetworkAdmin | null>(null);
  const nothing = search === '' ? translate('networks.admins.none') : translate('networks.admins.noMatch', { search });
  const removal = (row: NetworkAdmin) => (
    <Button
      size="small"
      aria-label={translate('networks.admins.remove', { name: nameOf(row) })}
      onClick={() => setLeaving(row)}
    >
      {translate('networks.admins.removeConfirm')}
    </Button>
  );
  return (
    <Paper variant="outlined" aria-busy={isFetching}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, padding: 1.5 }}>
        <SearchBox
          label={translate('networks.admins.search')}
          value={search}
          onSearch={setSearch}
          debounceMs={searchDebounceMs}
        />
        <Button variant="contained" startIcon={<Add />} onClick={() => setAdding(true)}>
          {translate('networks.admins.add')}
        </Button>
      </Box>
      {error && <ErrorState error={error} title={translate('networks.admins.failed')} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows rows={3} />}
      {data?.items.length === 0 && <EmptyState text={nothing} />}
      {data && data.items.length > 0 && (
        <RecordTable<NetworkAdmin>
          label="networks.tabs.admins"
          rows={data.items}
          rowId={({ id }) => id}
          actions={removal}
          columns={[
            { name: 'name', label: 'networks.admins.name', render: nameOf },
            { name: 'userName', label: 'networks.admins.userName', render: ({ userName }) => userName },
            { name: 'isEnabled', label: 'networks.admins.login', render: (row) => <EnabledState {...row} /> },
          ]}
        />
      )}
      {adding && <AddAdminDialog network={network} onClose={() => setAdding(false)} />}
      {leaving && (
        <RemoveDialog
          words="networks.admins"
          name={nameOf(leaving)}
          remove={(provider) =>
            provider.call('networks', 'removeAdmin', { params: { id: network.id, adminId: leaving.id } })
          }
          onClose={() => setLeaving(null)}
        />
      )}
    </Paper>
  );
};
