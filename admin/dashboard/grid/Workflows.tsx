import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import Refresh from '@mui/icons-material/Refresh';
import UnfoldLess from '@mui/icons-material/UnfoldLess';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'react-admin';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { WorkflowRow } from '../../../shared/contract/exchangeSchemas.ts';
import { searchDebounceMs } from '../../../shared/rules/paging.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { ListFooter } from '../../components/ListFooter.tsx';
import { ListTools } from '../../components/list/ListTools.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { PageSizeSelect } from '../../components/PageSizeSelect.tsx';
import { SearchBox } from '../../components/SearchBox.tsx';
import { CreatedRange } from './CreatedRange.tsx';
import { GridFilterChips } from './GridFilterChips.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import type { GridPlace } from './useGridAddress.ts';
import { useOpenRows } from './useOpenRows.ts';
import { useWorkflowExport } from './useWorkflowExport.ts';
import { useWorkflowGrid, type WorkflowGrid } from './useWorkflowGrid.ts';
import { useWorkflowSelection } from './useWorkflowSelection.ts';
import { type WorkflowColumns, useWorkflowColumns } from './useWorkflowColumns.ts';
import { WorkflowCards } from './WorkflowCards.tsx';
import { workflowsCommand } from './workflowCommand.ts';
import { WorkflowTable } from './WorkflowTable.tsx';
import { workflowViews } from './workflowViews.ts';

const ListCommand = lazy(() => import('../../components/list/ListCommand.tsx'));
const RetryDialog = lazy(async () => ({ default: (await import('../../retry/RetryDialog.tsx')).RetryDialog }));

/** Workflows the server pages (spec 1 section 2): filters, order, page, selection; each row opens in place or leads to its message. */
export const Workflows = ({ label, ...place }: GridPlace & { label: string }) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'));
  const columns = useWorkflowColumns();
  const grid = useWorkflowGrid(place);
  const opened = useOpenRows();
  const selection = useWorkflowSelection(grid);
  const [retrying, setRetrying] = useState(false);
  const { rows, total, error, isFetching } = grid;
  const Rows = narrow ? WorkflowCards : WorkflowTable;
  const open = ({ mailMessage }: WorkflowRow) => void navigate(`/admin/messages/${mailMessage.mailMessageId}`);
  const isNarrowed = grid.search !== '' || Object.keys(grid.filters).length > 0;
  return (
    <Paper variant="outlined" aria-busy={isFetching}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', padding: 1.5 }}>
        <SearchBox
          label={translate('workflows.search')}
          value={grid.search}
          onSearch={grid.setSearch}
          debounceMs={searchDebounceMs}
        />
        <CreatedRange grid={grid} />
        <ListTools
          // A part of the dashboard shows what it is for; views belong to the grid's own page.
          views={place.fixed ? undefined : workflowViews(grid)}
          columns={columns}
          command={<ListCommand command={workflowsCommand(grid)} />}
        />
        <Box sx={{ display: 'flex', alignItems: 'center', marginLeft: 'auto', gap: 0.5 }}>
          <GridTools grid={grid} columns={columns} opened={opened} />
          <PageSizeSelect value={grid.size} sizes={grid.sizes} onChange={grid.setSize} />
        </Box>
      </Box>
      <GridFilterChips grid={grid} />
      <SelectionBar grid={grid} selection={selection} onRetry={() => setRetrying(true)} />
      {error && (
        <ErrorState
          error={error}
          {...(rows ? { title: translate('components.table.stale') } : {})}
          onRetry={grid.retry}
        />
      )}
      {!rows && !error && <LoadingRows rows={grid.size} />}
      {rows && rows.length > 0 && (
        <Box sx={{ opacity: isFetching ? 0.6 : 1 }}>
          <Rows
            grid={grid}
            rows={rows}
            columns={columns.columns}
            opened={opened}
            selection={selection}
            label={label}
            onOpen={open}
          />
        </Box>
      )}
      {rows?.length === 0 && (
        <EmptyState
          text={translate(isNarrowed ? 'workflows.noMatch' : 'workflows.none')}
          action={isNarrowed && <Button onClick={grid.clear}>{translate('workflows.clear')}</Button>}
        />
      )}
      {rows && <ListFooter total={total} page={grid.page} size={grid.size} onPage={grid.setPage} />}
      <Suspense fallback={null}>
        {retrying && <RetryDialog selection={selection.asked} onClose={() => setRetrying(false)} />}
      </Suspense>
    </Paper>
  );
};

interface GridToolsProps {
  grid: WorkflowGrid;
  columns: WorkflowColumns;
  opened: ReturnType<typeof useOpenRows>;
}

const GridTools = ({ grid, columns, opened }: GridToolsProps) => {
  const translate = useTranslate();
  const { run, running } = useWorkflowExport(grid, columns.columns);
  const tools = [
    ['refresh', Refresh, grid.retry, grid.isFetching],
    ['expandAll', UnfoldMore, () => opened.openAll((grid.rows ?? []).map(({ id }) => id)), false],
    ['collapseAll', UnfoldLess, opened.closeAll, false],
    ['download', FileDownload, () => void run(), running || grid.total === 0],
  ] as const;
  return tools.map(([name, Icon, onClick, disabled]) => {
    const text = translate(`workflows.tools.${name}`);
    return (
      // A disabled button cannot hold the focus; it stays usable by name only.
      <IconButton key={name} size="small" title={text} aria-label={text} disabled={disabled} onClick={onClick}>
        <Icon fontSize="small" />
      </IconButton>
    );
  });
};
