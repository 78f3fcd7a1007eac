import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ChannelHealth } from '../../shared/contract/diagnostics.ts';
import type { Direction } from '../../shared/rules/exchange.ts';
import { legendHeight, numberText, spanOfPoint } from './dashboardModel.ts';
import { gridAddress } from './grid/gridFilters.ts';
import { TrafficTable } from './TrafficTable.tsx';
import { useMayOpenGrid } from './useDashboard.ts';

const TimeChart = lazy(() => import('./TimeChart.tsx'));
const chartHeight = 80;

interface ChannelTrafficProps {
  channel: ChannelHealth;
  direction: Direction;
  title: string;
}

/** The last 24 hours of a channel as a chart, or as a table for those who would rather read; each 10 minutes lead to their workflows. */
export const ChannelTraffic = ({ channel, direction, title }: ChannelTrafficProps) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const mayOpen = useMayOpenGrid();
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const { name, dailyStats, failureStats, total, failure } = channel;
  const series = useMemo(
    () => [
      { id: 'messages', label: 'dashboard.chart.workflows', severity: 'info' as const, points: dailyStats },
      { id: 'failures', label: 'dashboard.chart.failures', severity: 'error' as const, points: failureStats },
    ],
    [dailyStats, failureStats],
  );
  const filtersAt = (date: string) => ({ channel: name, direction, ...spanOfPoint(date) });
  return (
    <Box sx={{ marginTop: 0.5, position: 'relative' }}>
      {asTable ? (
        <Box id={id}>
          <TrafficTable label={translate('dashboard.chart.table', { title })} series={series} filtersAt={filtersAt} />
        </Box>
      ) : (
        <Suspense fallback={<Box sx={{ height: chartHeight + legendHeight }} />}>
          <TimeChart
            label={translate('dashboard.chart.summary', {
              title,
              total: numberText(total),
              failure: numberText(failure),
            })}
            height={chartHeight}
            series={series}
            {...(mayOpen && { onPoint: (date: string) => void navigate(gridAddress(filtersAt(date))) })}
          />
        </Suspense>
      )}
      <Button
        size="small"
        aria-expanded={asTable}
        aria-controls={asTable ? id : undefined}
        aria-label={translate(asTable ? 'dashboard.chart.hideTableOf' : 'dashboard.chart.showTableOf', { title })}
        onClick={() => setAsTable(!asTable)}
        // Beside the legend of the chart, so that both directions fit a window of 800 pixels.
        sx={asTable ? {} : { position: 'absolute', top: -4, right: 0 }}
      >
        {translate(asTable ? 'dashboard.chart.hideTable' : 'dashboard.chart.showTable')}
      </Button>
    </Box>
  );
};
