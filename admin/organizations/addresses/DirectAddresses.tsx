import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { Pagination } from '../../components/Pagination.tsx';
import { searchDebounceMs } from '../../../shared/rules/paging.ts';
import { SearchBox } from '../../components/SearchBox.tsx';
import { useAnswer } from '../../providers/useAnswer.ts';
import { AddDirectAddressDialog } from './AddDirectAddressDialog.tsx';
import { SavedAddressesDialog } from './SavedAddressesDialog.tsx';
import { SourceTable } from './SourceTable.tsx';

const pageSize = 10;

/** The direct addresses of an organization, and the recipients it keeps at hand. */
export const DirectAddresses = ({ organization }: { organization: Organization }) => {
  const translate = useTranslate();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<'add' | 'saved'>();
  const asked = useAnswer(
    'documentsources',
    'list',
    {
      query: {
        organizationId: organization.id,
        type: 'DirectMessaging',
        pageNumber: page,
        pageSize,
        ...(search === '' ? {} : { search }),
      },
    },
    { keepPrevious: true },
  );
  const { items = [], totalCount = 0 } = asked.data ?? {};
  const label = (name: string) => translate(`addresses.direct.${name}`);
  const { isEnabled } = organization.direct;
  const close = () => setDialog(undefined);
  return (
    <Box component="section" aria-labelledby="direct-addresses">
      <Typography id="direct-addresses" variant="subtitle1" component="h2" sx={{ fontWeight: 600 }} gutterBottom>
        {label('addresses')}
      </Typography>
      {!isEnabled && (
        <Alert severity="info" sx={{ marginBottom: 1 }}>
          {label('off')}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBottom: 1, alignItems: 'center' }}>
        <Button type="button" variant="outlined" disabled={!isEnabled} onClick={() => setDialog('add')}>
          {label('add')}
        </Button>
        <Button type="button" onClick={() => setDialog('saved')}>
          {label('saved')}
        </Button>
        <SearchBox
          value={search}
          label={translate('addresses.source.search')}
          debounceMs={searchDebounceMs}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </Box>
      {asked.error && <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />}
      {asked.isPending && <LoadingRows rows={4} />}
      {asked.data && totalCount === 0 && (
        <EmptyState text={search === '' ? label('none') : translate('addresses.source.noMatch')} />
      )}
      {items.length > 0 && <SourceTable label={label('list')} rows={items} onChanged={() => asked.refetch()} />}
      <Pagination page={page} pageCount={Math.ceil(totalCount / pageSize)} onPage={setPage} />
      {dialog === 'add' && (
        <AddDirectAddressDialog organization={organization} onAdded={() => asked.refetch()} onClose={close} />
      )}
      {dialog === 'saved' && <SavedAddressesDialog organizationId={organization.id} onClose={close} />}
    </Box>
  );
};
