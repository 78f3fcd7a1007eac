import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { Pagination } from '../components/Pagination.tsx';
import { type RecordColumn, RecordTable } from '../components/RecordTable.tsx';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';
import { organizationsResource } from './useOrganizationList.ts';

interface InfoTableProps<Item> {
  name: 'administrators' | 'devices' | 'licenses' | 'integrations';
  id: string;
  load: (provider: AppDataProvider, signal: AbortSignal) => Promise<Item[]>;
  columns: readonly RecordColumn<Item>[];
}

/** Rows drawn at once: an organization may have hundreds of people. */
const rowsPerPage = 25;

/** One read-only list of the Info tab; each loads and fails on its own. */
export const InfoTable = <Item extends { id: string }>({ name, id, load, columns }: InfoTableProps<Item>) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [organizationsResource, id, name],
    queryFn: ({ signal }) => load(provider, signal),
    retry: false,
  });
  const title = `organizations.info.${name}`;
  return (
    <Box sx={{ marginBottom: 3 }}>
      <Typography variant="subtitle1" component="h2" gutterBottom sx={{ fontWeight: 600 }}>
        {translate(title)}
      </Typography>
      {isPending && <LoadingRows rows={2} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Typography color="textSecondary">{translate(`organizations.info.none.${name}`)}</Typography>
      )}
      {data !== undefined && data.length > 0 && (
        <RecordTable
          label={title}
          columns={columns}
          rows={data.slice((page - 1) * rowsPerPage, page * rowsPerPage)}
          rowId={(item) => item.id}
        />
      )}
      <Pagination page={page} pageCount={Math.ceil((data?.length ?? 0) / rowsPerPage)} onPage={setPage} />
    </Box>
  );
};
