import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { DateTime } from '../components/DateTime.tsx';
import { CountLink } from './CountLink.tsx';
import { numberText } from './dashboardModel.ts';
import type { GridFilters } from './grid/gridFilters.ts';
import type { TimeSeries } from './TimeChart.tsx';

interface TrafficTableProps {
  label: string;
  series: readonly TimeSeries[];
  /** The workflows behind a time; the second series are failures. */
  filtersAt?: (date: string) => GridFilters;
}

/** A chart as a table, newest first; times without anything are left out. */
export const TrafficTable = ({ label, series, filtersAt }: TrafficTableProps) => {
  const translate = useTranslate();
  const [first] = series;
  const valueAt = ({ points }: TimeSeries, index: number) => points[index]?.value ?? 0;
  const times = (first?.points ?? [])
    .map(({ date }, index) => ({ date, index }))
    .filter(({ index }) => series.some((one) => valueAt(one, index) > 0))
    .toReversed();
  if (times.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        {translate('dashboard.chart.nothing')}
      </Typography>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group, no region: a tile is a section already
    <TableContainer role="group" tabIndex={0} aria-label={label} sx={{ maxHeight: 240 }}>
      <Table size="small" stickyHeader aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('dashboard.chart.time')}</TableCell>
            {series.map(({ id, label: heading }) => (
              <TableCell key={id} align="right">
                {translate(heading)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {times.map(({ date, index }) => (
            <TableRow key={date}>
              <TableCell>
                <DateTime value={date} />
              </TableCell>
              {series.map((one) => (
                <TableCell key={one.id} align="right">
                  {filtersAt ? (
                    <CountLink
                      count={valueAt(one, index)}
                      filters={{ ...filtersAt(date), ...(one.id === 'failures' ? { status: 'Failed' } : {}) }}
                      name={translate(one.label)}
                    />
                  ) : (
                    numberText(valueAt(one, index))
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
