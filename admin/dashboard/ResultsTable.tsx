import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslate } from 'react-admin';
import type { Client } from '../../shared/client/createClient.ts';
import { workflowStatuses } from '../../shared/rules/exchange.ts';
import { workflowTypes } from '../../shared/rules/workflow.ts';
import { CountLink } from './CountLink.tsx';
import type { Span } from './dashboardModel.ts';
import { typeKey } from './grid/workflowColumns.tsx';

type Results = Awaited<ReturnType<Client['diagnostics']['messageCounts']>>['results'];

/** Workflows of the last 24 hours by type and status. */
export const ResultsTable = ({ results, span }: { results: Results; span: Span }) => {
  const translate = useTranslate();
  const title = translate('dashboard.results');
  const countOf = (type: string, status: string) =>
    results.reduce((sum, one) => (one.type === type && one.status === status ? sum + one.count : sum), 0);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group, no region: it stands in a section of the same name
    <TableContainer component={Paper} variant="outlined" role="group" tabIndex={0} aria-label={title}>
      <Table size="small" aria-label={title}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('workflows.columns.type')}</TableCell>
            {workflowStatuses.map((status) => (
              <TableCell key={status} align="right">
                {status}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {workflowTypes.map((type) => (
            <TableRow key={type}>
              <TableCell component="th" scope="row">
                {translate(typeKey(type))}
              </TableCell>
              {workflowStatuses.map((status) => (
                <TableCell key={status} align="right">
                  <CountLink
                    count={countOf(type, status)}
                    filters={{ type, status, ...span }}
                    name={`${translate(typeKey(type))}, ${status}`}
                  />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
