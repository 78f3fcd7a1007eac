import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { lazy, Suspense, useMemo, useState } from 'react';
import { statsWindowHours } from '../../shared/rules/diagnostics.ts';
import { FilterSelect } from '../components/FilterSelect.tsx';
import { legendHeight, numberText } from './dashboardModel.ts';
import { QueryState } from '../components/QueryState.tsx';
import { TrafficTable } from './TrafficTable.tsx';
import type { TimeSeries } from './TimeChart.tsx';
import { useTrafficStats } from './useDashboard.ts';

const TimeChart = lazy(() => import('./TimeChart.tsx'));
const chartHeight = 200;
const windows = [statsWindowHours, 3, 24, 168] as const;

/** Messages and conversions of the last hours. */
export const TrafficStats = () => {
  const translate = useTranslate();
  const [hours, setHours] = useState<number>(statsWindowHours);
  const query = useTrafficStats(hours);
  const title = translate('dashboard.stats.title');
  return (
    <Paper variant="outlined" sx={{ padding: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBottom: 1 }}>
        <Typography variant="subtitle1" component="h3" sx={{ flexGrow: 1, fontWeight: 600 }}>
          {title}
        </Typography>
        <FilterSelect
          label={translate('dashboard.stats.window')}
          value={String(hours)}
          options={windows.map((one) => ({
            id: String(one),
            name: translate('dashboard.stats.hours', { smart_count: one }),
          }))}
          onChange={(value) => setHours(Number(value))}
          sx={{ minWidth: 140 }}
        />
      </Box>
      <QueryState query={query} failed="dashboard.stats.failed" rows={4}>
        {({ messages, conversions }) => <Stats messages={messages} conversions={conversions} hours={hours} />}
      </QueryState>
    </Paper>
  );
};

interface StatsProps {
  messages: TimeSeries['points'];
  conversions: TimeSeries['points'];
  hours: number;
}

const sumOf = (points: TimeSeries['points']): string => numberText(points.reduce((sum, { value }) => sum + value, 0));

const Stats = ({ messages, conversions, hours }: StatsProps) => {
  const translate = useTranslate();
  const [asTable, setAsTable] = useState(false);
  const series = useMemo<readonly TimeSeries[]>(
    () => [
      { id: 'messages', label: 'dashboard.chart.messages', severity: 'info', points: messages },
      { id: 'conversions', label: 'dashboard.chart.conversions', severity: 'success', points: conversions },
    ],
    [messages, conversions],
  );
  const label = translate('dashboard.stats.summary', {
    smart_count: hours,
    messages: sumOf(messages),
    conversions: sumOf(conversions),
  });
  return (
    <>
      {asTable ? (
        <TrafficTable label={label} series={series} />
      ) : (
        <Suspense fallback={<Box sx={{ height: chartHeight + legendHeight }} />}>
          <TimeChart label={label} height={chartHeight} series={series} />
        </Suspense>
      )}
      <Button size="small" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
        {translate(asTable ? 'dashboard.chart.hideTable' : 'dashboard.chart.showTable')}
      </Button>
    </>
  );
};
