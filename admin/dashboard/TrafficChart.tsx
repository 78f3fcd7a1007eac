import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DataTable, useTranslate } from 'react-admin';
import { lazy, Suspense, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DateTimeField } from '../components/DateTime.tsx';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import { CountLink } from './CountLink.tsx';
import { legendHeight, numberText } from './dashboardModel.ts';
import { type GridFilters, gridAddress } from './grid/gridFilters.ts';
import type { TimeSeries } from './TimeChart.tsx';
import { useMayOpenGrid } from './useDashboard.ts';

const TimeChart = lazy(() => import('./TimeChart.tsx'));

interface TrafficChartProps {
  /** Text alternative of the picture. */
  summary: string;
  /** Name of the table. */
  tableLabel: string;
  height: number;
  series: readonly TimeSeries[];
  /** The workflows of a time; the second series are failures. */
  filtersAt?: (date: string) => GridFilters;
  /** Title of a tile: the button is named by it, and stands beside the legend, so that all tiles fit a window of 800 pixels. */
  tile?: string;
}

/** Counts over time as a chart, or as a table. */
export const TrafficChart = ({ summary, tableLabel, height, series, filtersAt, tile }: TrafficChartProps) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const mayOpen = useMayOpenGrid();
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const text = isTable ? 'hideTable' : 'showTable';
  return (
    <Box sx={{ position: 'relative' }}>
      {isTable ? (
        <Box id={id}>
          <TrafficTable label={tableLabel} series={series} filtersAt={filtersAt} />
        </Box>
      ) : (
        <Suspense fallback={<Box sx={{ height: height + legendHeight }} />}>
          <TimeChart
            label={summary}
            height={height}
            series={series}
            {...(mayOpen && filtersAt && { onPoint: (date: string) => void navigate(gridAddress(filtersAt(date))) })}
          />
        </Suspense>
      )}
      <Button
        size="small"
        aria-expanded={isTable}
        aria-controls={isTable ? id : undefined}
        aria-label={tile && translate(`dashboard.chart.${text}Of`, { title: tile })}
        onClick={() => setIsTable(!isTable)}
        sx={tile === undefined || isTable ? {} : { position: 'absolute', top: -4, right: 0 }}
      >
        {translate(`dashboard.chart.${text}`)}
      </Button>
    </Box>
  );
};

interface TrafficTableProps extends Pick<TrafficChartProps, 'series'> {
  label: string;
  filtersAt: TrafficChartProps['filtersAt'];
}

interface TimeRow {
  readonly id: string;
  readonly date: string;
  readonly values: readonly number[];
}

/** The times with a value, newest first. */
const TrafficTable = ({ label, series, filtersAt }: TrafficTableProps) => {
  const translate = useTranslate();
  const rows: TimeRow[] = (series[0]?.points ?? [])
    .map(({ date }, index) => ({ id: date, date, values: series.map(({ points }) => points[index]?.value ?? 0) }))
    .filter(({ values }) => values.some((value) => value > 0))
    .toReversed();
  const count = (value: number, date: string, { id, label: name }: TimeSeries) =>
    filtersAt ? (
      <CountLink
        count={value}
        filters={{ ...filtersAt(date), ...(id === 'failures' ? { status: 'Failed' } : {}) }}
        name={translate(name)}
      />
    ) : (
      numberText(value)
    );
  return (
    <LocalList
      resource="traffic"
      rows={rows}
      empty={
        <Typography variant="body2" color="textSecondary">
          {translate('dashboard.chart.nothing')}
        </Typography>
      }
    >
      <RelatedTable label={label} maxHeight={240}>
        <DataTable.Col source="date" label="dashboard.chart.time" field={DateTimeField} />
        {series.map((line, index) => (
          <DataTable.Col<TimeRow>
            key={line.id}
            source={`values.${index}`}
            label={line.label}
            align="right"
            render={({ date, values }) => count(values[index] ?? 0, date, line)}
          />
        ))}
      </RelatedTable>
    </LocalList>
  );
};
