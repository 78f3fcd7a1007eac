import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useNavigate, useTranslate } from 'react-admin';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { organizationSearchDebounceMs } from '../../shared/rules/paging.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { ListFooter } from '../components/ListFooter.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageSizeSelect } from '../components/PageSizeSelect.tsx';
import { SearchBox } from '../components/SearchBox.tsx';
import { useListKeys } from '../components/useListKeys.ts';
import { type OrganizationSelection, useOrganizationSelection } from './bulk/useOrganizationSelection.ts';
import { OrganizationFilterChips } from './list/OrganizationFilterChips.tsx';
import { OrganizationListTools } from './list/OrganizationListTools.tsx';
import { type OrganizationColumns, useOrganizationColumns } from './list/useOrganizationColumns.ts';
import { OrganizationCards } from './OrganizationCards.tsx';
import { editorPath } from './organizationColumns.tsx';
import type { DialogName } from './organizationDeeds.ts';
import { OrganizationListActions } from './OrganizationListActions.tsx';
import { OrganizationListEmpty } from './OrganizationListEmpty.tsx';
import { OrganizationTable } from './OrganizationTable.tsx';
import { type OrganizationListState, useOrganizationList } from './useOrganizationList.ts';

const OrganizationDialogs = lazy(() => import('./OrganizationDialogs.tsx'));
const OrganizationBulkBar = lazy(() => import('./bulk/OrganizationBulkBar.tsx'));
const KeyboardHelp = lazy(() => import('../components/KeyboardHelp.tsx'));

/** Whoever reaches for the rows is about to open one: the editor's code is on its way before the click. */
const warmEditor = () => void import('./OrganizationEditor.tsx').catch(() => undefined);

/** The organization list (spec 1 section 2). */
export const OrganizationList = () => {
  const translate = useTranslate();
  const list = useOrganizationList();
  const columns = useOrganizationColumns();
  const selection = useOrganizationSelection(list);
  const [helping, setHelping] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useListKeys(
    box,
    useCallback(() => setHelping(true), []),
  );
  return (
    <div ref={box}>
      <PageHeader title={translate('organizations.title')} actions={<OrganizationListActions list={list} />} />
      <Paper variant="outlined" aria-busy={list.isFetching}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', padding: 1.5 }}>
          <SearchBox
            label={translate('organizations.list.search')}
            value={list.search}
            onSearch={list.setSearch}
            debounceMs={organizationSearchDebounceMs}
          />
          <OrganizationListTools list={list} columns={columns} />
          <Box sx={{ marginLeft: 'auto' }}>
            <PageSizeSelect value={list.pageSize} onChange={list.setPageSize} />
          </Box>
        </Box>
        <OrganizationFilterChips list={list} />
        <OrganizationListBody list={list} columns={columns.columns} selection={selection} />
        <Suspense fallback={null}>
          {selection.count > 0 && <OrganizationBulkBar selection={selection} list={list} />}
        </Suspense>
      </Paper>
      <Suspense fallback={null}>
        {helping && <KeyboardHelp selects={selection.maySelect} onClose={() => setHelping(false)} />}
      </Suspense>
    </div>
  );
};

interface OrganizationListBodyProps {
  list: OrganizationListState;
  columns: OrganizationColumns['columns'];
  selection: OrganizationSelection;
}

/** The rows, or why there are none. */
const OrganizationListBody = ({ list, columns, selection }: OrganizationListBodyProps) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'));
  const [dialog, setDialog] = useState<{ name: DialogName; row: OrganizationRow } | null>(null);
  const { rows, error } = list;
  const onOpen = (row: OrganizationRow) => navigate(editorPath(row.id));
  const onDialog = (name: DialogName, row: OrganizationRow) => setDialog({ name, row });

  if (!rows) {
    if (!error) return <LoadingRows rows={list.pageSize} />;
    return <ErrorState error={error} title={translate('organizations.list.failed')} onRetry={list.retry} />;
  }
  const shown = { rows, columns, selection, onOpen, onDialog };
  return (
    <>
      {error && <ErrorState error={error} title={translate('organizations.list.stale')} onRetry={list.retry} />}
      <Box sx={{ opacity: list.isFetching ? 0.6 : 1 }} onPointerEnter={warmEditor} onFocus={warmEditor}>
        {rows.length === 0 && <OrganizationListEmpty list={list} />}
        {rows.length > 0 && narrow && <OrganizationCards {...shown} />}
        {rows.length > 0 && !narrow && <OrganizationTable {...shown} list={list} />}
      </Box>
      <ListFooter total={list.total} page={list.page} size={list.pageSize} onPage={list.setPage} />
      <Suspense fallback={null}>
        {dialog && <OrganizationDialogs {...dialog} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
};
