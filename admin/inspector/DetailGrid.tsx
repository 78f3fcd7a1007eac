import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { detailGridPageSize } from '../../shared/rules/paging.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { ListFooter } from '../components/ListFooter.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { type RecordColumn, RecordTable } from '../components/RecordTable.tsx';
import type { DetailAnswer } from './useDetailGrid.ts';

interface DetailGridProps<Row> {
  label: string;
  answer: DetailAnswer<Row>;
  columns: readonly RecordColumn<Row>[];
  rowId: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  none: string;
}

/** A grid in the detail of a message: five rows a page (spec 1 section 2); the old rows stay when a call fails. */
export const DetailGrid = <Row,>({ label, answer, columns, rowId, actions, none }: DetailGridProps<Row>) => {
  const { rows, total, page, setPage, error, retry, isFetching } = answer;
  return (
    <Box aria-busy={isFetching}>
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {!rows && error === null && <LoadingRows rows={3} />}
      {rows?.length === 0 && (
        <Typography color="textSecondary" sx={{ paddingY: 2 }}>
          {none}
        </Typography>
      )}
      {rows && rows.length > 0 && (
        <RecordTable label={label} rows={rows} columns={columns} rowId={rowId} {...(actions && { actions })} />
      )}
      {rows && total > detailGridPageSize && (
        <ListFooter total={total} page={page} size={detailGridPageSize} onPage={setPage} />
      )}
    </Box>
  );
};
