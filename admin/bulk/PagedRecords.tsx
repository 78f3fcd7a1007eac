import Box from '@mui/material/Box';
import { useState } from 'react';
import { ListFooter } from '../components/ListFooter.tsx';
import { RecordTable, type RecordTableProps } from '../components/RecordTable.tsx';
import { pageCountOf } from '../../shared/rules/paging.ts';

const pageSize = 25;

/** Rows that are all here already, shown page by page; fewer rows than before lead back to the last page there is. */
export const PagedRecords = <Row,>({ rows, ...table }: RecordTableProps<Row>) => {
  const [requestedPage, setPage] = useState(1);
  const page = Math.min(requestedPage, pageCountOf(rows.length, pageSize));
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <RecordTable {...table} rows={rows.slice((page - 1) * pageSize, page * pageSize)} />
      <ListFooter total={rows.length} page={page} size={pageSize} onPage={setPage} />
    </Box>
  );
};
