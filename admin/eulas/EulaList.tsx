import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { LinkBase, useNavigate, useTranslate } from 'react-admin';
import type { Eula } from '../../shared/contract/eulas.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { Moment } from '../components/Moment.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { ListKeys } from '../components/ListKeys.tsx';
import { pageQuery } from '../components/records/pageQuery.ts';
import { recordAddress } from '../components/records/recordDesk.ts';
import { ServerList } from '../components/ServerList.tsx';
import { type PageAddress, usePageAddress } from '../components/usePageAddress.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { EulaFilters } from './EulaFilters.tsx';
import { brandQuery, eulaDesk } from './eulaModel.ts';
import { EulaState } from './EulaState.tsx';
import { useEulaWords } from './useEulaWords.ts';

const filterNames = ['brand', 'type', 'active'] as const;

const queryOf = (address: PageAddress) => {
  const type = address.filter('type');
  const isActive = address.filter('active');
  return {
    ...pageQuery(address),
    ...brandQuery(address.filter('brand')),
    ...(type === '' ? {} : { type }),
    ...(isActive === 'true' || isActive === 'false' ? { isActive } : {}),
  };
};

/** License agreements, newest first (spec 2 section 7). */
export const EulaList = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { nameOf, brandOf } = useEulaWords();
  const address = usePageAddress({ sortDir: 'desc' });
  const answer = useAnswer('eulas', 'list', { query: queryOf(address) }, { keepPrevious: true });
  const isFiltered = filterNames.some((name) => address.filter(name) !== '');
  const add = (
    <Button component={LinkBase} to={`${eulaDesk.path}/add`} variant="contained" startIcon={<Add />}>
      {translate('eulas.add')}
    </Button>
  );
  const clear = (
    <Button component={LinkBase} to={eulaDesk.path}>
      {translate('eulas.clearFilters')}
    </Button>
  );
  return (
    <ListKeys>
      <PageHeader title={translate('eulas.title')} actions={add} />
      <ServerList<Eula>
        address={address}
        label="eulas.title"
        searchLabel="eulas.search"
        filters={<EulaFilters address={address} />}
        page={answer.data}
        isFetching={answer.isFetching}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        rowId={({ id }) => id}
        sortedBy="createDate"
        onOpen={({ id }) => navigate(recordAddress(eulaDesk, id))}
        empty={
          isFiltered ? (
            <EmptyState text={translate('eulas.noMatch')} action={clear} />
          ) : (
            <EmptyState text={translate('eulas.none')} />
          )
        }
        columns={[
          {
            name: 'version',
            label: 'eulas.fields.version',
            render: (eula) => (
              <Link component={LinkBase} to={recordAddress(eulaDesk, eula.id)} color="inherit">
                {nameOf(eula)}
              </Link>
            ),
          },
          { name: 'brandName', label: 'eulas.fields.brandName', render: brandOf },
          {
            name: 'isActive',
            label: 'eulas.fields.isActive',
            render: (eula) => <EulaState isActive={eula.isActive} />,
          },
          {
            name: 'acceptances',
            label: 'eulas.fields.acceptances',
            align: 'right',
            render: ({ acceptances }) => acceptances,
          },
          {
            name: 'createDate',
            label: 'eulas.fields.createDate',
            sortable: true,
            render: ({ createDate }) => <Moment value={createDate} />,
          },
          { name: 'createdBy', label: 'eulas.fields.createdBy', render: ({ createdBy }) => createdBy },
        ]}
      />
    </ListKeys>
  );
};
