import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';
import { organizationsResource } from './useOrganizationList.ts';

export interface InfoColumn<Item> {
  readonly label: string;
  readonly cell: (item: Item) => ReactNode;
}

interface InfoTableProps<Item> {
  name: 'administrators' | 'devices' | 'licenses' | 'integrations';
  id: string;
  load: (provider: AppDataProvider, signal: AbortSignal) => Promise<Item[]>;
  columns: readonly InfoColumn<Item>[];
}

/** One read-only list of the Info tab; each loads and fails on its own. */
export const InfoTable = <Item extends { id: string }>({ name, id, load, columns }: InfoTableProps<Item>) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const titleId = useId();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [organizationsResource, id, name],
    queryFn: ({ signal }) => load(provider, signal),
    retry: false,
  });
  return (
    <Box sx={{ marginBottom: 3 }}>
      <Typography id={titleId} variant="subtitle1" component="h2" gutterBottom sx={{ fontWeight: 600 }}>
        {translate(`organizations.info.${name}`)}
      </Typography>
      {isPending && <LoadingRows rows={2} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Typography color="textSecondary">{translate(`organizations.info.none.${name}`)}</Typography>
      )}
      {data !== undefined && data.length > 0 && (
        <TableContainer component="section" tabIndex={0} aria-labelledby={titleId}>
          <Table size="small">
            <TableHead>
              <TableRow>
                {columns.map(({ label }) => (
                  <TableCell key={label}>{translate(`organizations.info.${label}`)}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {data.map((item) => (
                <TableRow key={item.id}>
                  {columns.map(({ label, cell }) => (
                    <TableCell key={label}>{cell(item)}</TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Box>
  );
};
