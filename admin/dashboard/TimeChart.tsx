import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { LineChart, lineClasses } from '@mui/x-charts/LineChart';
import { useTranslate } from 'react-admin';
import { memo } from 'react';
import { legendHeight } from './dashboardModel.ts';

export interface TimeSeries {
  readonly id: string;
  /** Message key of the text in the legend. */
  readonly label: string;
  readonly severity: 'info' | 'error' | 'success';
  readonly points: readonly { readonly date: string; readonly value: number }[];
}

interface TimeChartProps {
  /** Text alternative: a sentence. */
  label: string;
  height: number;
  series: readonly TimeSeries[];
  onPoint?: (date: string) => void;
}

const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric' });
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit' });
const long = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' });
const labelledHours = 6;
/** Between two labels, in pixels: more than the space between two words of one. */
const labelGap = 8;
const dayMs = 86_400_000;

/** Labels at each sixth hour of a day, otherwise at each sixth part. */
const isLabelled = (value: Date, index: number, count: number, isDay: boolean): boolean =>
  isDay ? value.getMinutes() < 10 && value.getHours() % labelledHours === 0 : index % Math.ceil(count / 6) === 0;

/**
 * Values over time, a tick for every point (spec 1 section 9: every 10 minutes) and few labels, fewer where the chart is narrow. The picture is
 * one image to assistive technology; its numbers are in the table. The second line is dashed, so that colour is not the only distinction.
 */
const TimeChart = memo(({ label, height, series, onPoint }: TimeChartProps) => {
  const translate = useTranslate();
  const { palette } = useTheme();
  const times = (series[0]?.points ?? []).map(({ date }) => new Date(date));
  const span = (times.at(-1)?.getTime() ?? 0) - (times[0]?.getTime() ?? 0);
  const isDay = span > dayMs / 2 && span <= dayMs;
  const tickFormat = span > dayMs ? day : isDay ? hour : clock;
  const labelled = new Set(
    times.filter((time, index) => isLabelled(time, index, times.length, isDay)).map((time) => time.getTime()),
  );
  const isEmpty = series.every(({ points }) => points.every(({ value }) => value === 0));
  return (
    <Box
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn in place
      role="img"
      aria-label={label}
      sx={{
        minHeight: height + legendHeight,
        [`& .${lineClasses.line}`]: { strokeWidth: 1.5 },
        [`& .${lineClasses.line}[data-series="${series[1]?.id ?? ''}"]`]: { strokeDasharray: '4 2', strokeWidth: 2 },
        [`& .${lineClasses.area}`]: { opacity: 0.2 },
        ...(onPoint ? { '& svg': { cursor: 'pointer' } } : {}),
      }}
    >
      <LineChart
        height={height}
        skipAnimation
        disableKeyboardNavigation
        margin={{ top: 10, right: 12, bottom: 0, left: 0 }}
        series={series.map(({ id, label: key, severity, points }) => ({
          id,
          label: translate(key),
          data: points.map(({ value }) => value),
          color: palette[severity].main,
          curve: 'linear' as const,
          showMark: false,
          area: id !== 'failures',
        }))}
        xAxis={[
          {
            data: times,
            scaleType: 'time',
            height: 24,
            tickSize: 3,
            tickInterval: times,
            // Not by `tickLabelInterval`, which turns off that MUI measures the labels and leaves out those without room.
            tickLabelMinGap: labelGap,
            valueFormatter: (value: Date, { location }: { location: string }) => {
              if (location !== 'tick') return long.format(value);
              return labelled.has(value.getTime()) ? tickFormat.format(value) : '';
            },
          },
        ]}
        // Without a value the axis would have no scale.
        yAxis={[{ width: 36, min: 0, tickMinStep: 1, tickNumber: 3, ...(isEmpty && { max: 1 }) }]}
        grid={{ horizontal: true }}
        slotProps={{
          legend: { direction: 'horizontal', position: { horizontal: 'start' }, sx: { fontSize: 12, gap: 1.5 } },
        }}
        {...(onPoint && {
          onAxisClick: (_event, data) => {
            const at = data && times[data.dataIndex];
            if (at) onPoint(at.toISOString());
          },
        })}
      />
    </Box>
  );
});

export default TimeChart;
