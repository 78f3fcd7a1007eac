import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import WarningAmber from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useId, useMemo } from 'react';
import type { ChannelHealth } from '../../shared/contract/diagnostics.ts';
import { tileColor } from '../../shared/rules/diagnostics.ts';
import type { Direction } from '../../shared/rules/exchange.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { CountLink } from './CountLink.tsx';
import {
  ageAt,
  filtersOf,
  numberText,
  spanOf,
  spanOfPoint,
  tileNumbers,
  type TileNumber,
  waitingFilters,
} from './dashboardModel.ts';
import type { TimeSeries } from './TimeChart.tsx';
import { TrafficChart } from './TrafficChart.tsx';

interface ChannelTilesProps {
  direction: Direction;
  channels: readonly ChannelHealth[];
  /** Time of the count on the server. */
  at: string;
}

/** A tile for each channel of a direction, side by side as many as fit. */
export const ChannelTiles = ({ direction, channels, at }: ChannelTilesProps) => {
  if (channels.length === 0) return <EmptyState text="dashboard.noChannels" />;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))' }}>
      {channels.map((channel) => (
        <ChannelTile key={channel.name} direction={direction} channel={channel} at={at} />
      ))}
    </Box>
  );
};

/** The theme's colours of the names in the specification: Error is red, Warn is orange, otherwise blue (spec 1 section 2). */
const colours = { red: 'error.main', orange: 'warning.main', blue: 'info.main' } as const;
const colourOf = (state: string) => {
  const color = tileColor(state);
  return color === 'red' || color === 'orange' ? colours[color] : colours.blue;
};

const states = {
  Error: { icon: ErrorIcon, severity: 'bad' },
  Warn: { icon: WarningAmber, severity: 'warning' },
  OK: { icon: InfoOutlined, severity: 'info' },
} as const;

interface ChannelTileProps extends Pick<ChannelTilesProps, 'direction' | 'at'> {
  channel: ChannelHealth;
}

/** State of a channel: numbers and chart of the last 24 hours, queue, and time since the last message. */
const ChannelTile = ({ direction, channel, at }: ChannelTileProps) => {
  const translate = useTranslate();
  const id = useId();
  const { name, state, reason, queueDepth, oldestWaiting, lastMessageAt } = channel;
  const oldest = ageAt(oldestWaiting, at);
  const silence = ageAt(lastMessageAt, at);
  const title = translate('dashboard.tile', { direction: translate(`dashboard.${direction}`), channel: name });
  const countName = (count: string) => `${title}, ${translate(`dashboard.numbers.${count}`)}`;
  const countOf = (number: TileNumber) => (
    <CountLink
      count={channel[number]}
      filters={filtersOf(number, { name, direction, ...spanOf(channel, at) })}
      name={countName(number)}
    />
  );
  return (
    <Paper
      component="article"
      variant="outlined"
      aria-labelledby={id}
      sx={{ paddingX: 2, paddingY: 1, borderTopWidth: 4, borderTopColor: colourOf(state), minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="subtitle1" component="h3" id={id} sx={{ flexGrow: 1, fontWeight: 600 }}>
          {name}
        </Typography>
        <StateChip {...states[state]} label={`dashboard.states.${state}`} />
      </Box>
      <Box sx={{ fontSize: 13, color: 'text.secondary', marginBottom: 0.5, overflowWrap: 'anywhere' }}>{reason}</Box>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: 1, margin: 0 }}>
        {tileNumbers.map((number) => (
          <Box key={number}>
            <Box component="dt" sx={{ color: 'text.secondary', fontSize: 12 }}>
              {translate(`dashboard.numbers.${number}`)}
            </Box>
            <Box component="dd" sx={figureStyle}>
              {countOf(number)}
            </Box>
          </Box>
        ))}
      </Box>
      <Box sx={{ fontSize: 13, marginY: 0.5, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        <span>
          {translate('dashboard.queue')}{' '}
          <CountLink count={queueDepth} filters={waitingFilters(name, direction)} name={countName('waiting')} />
          {oldest !== undefined && `, ${translate('dashboard.oldest', { age: oldest })}`}
        </span>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {silence === undefined ? translate('dashboard.never') : translate('dashboard.silence', { age: silence })}
        </Box>
      </Box>
      <ChannelTraffic channel={channel} direction={direction} title={title} />
    </Paper>
  );
};

const figureStyle = {
  margin: 0,
  fontSize: 20,
  fontWeight: 600,
  lineHeight: 1.3,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
} as const;

interface ChannelTrafficProps extends Pick<ChannelTileProps, 'channel' | 'direction'> {
  title: string;
}

/** The last 24 hours of a channel; each 10 minutes link to their workflows. */
const ChannelTraffic = ({ channel, direction, title }: ChannelTrafficProps) => {
  const translate = useTranslate();
  const { name, dailyStats, failureStats, total, failure } = channel;
  const series = useMemo<readonly TimeSeries[]>(
    () => [
      { id: 'messages', label: 'dashboard.chart.workflows', severity: 'info', points: dailyStats },
      { id: 'failures', label: 'dashboard.chart.failures', severity: 'error', points: failureStats },
    ],
    [dailyStats, failureStats],
  );
  return (
    <TrafficChart
      tile={title}
      summary={translate('dashboard.chart.summary', {
        title,
        total: numberText(total),
        failure: numberText(failure),
      })}
      tableLabel={translate('dashboard.chart.table', { title })}
      height={80}
      series={series}
      filtersAt={(date) => ({ channel: name, direction, ...spanOfPoint(date) })}
    />
  );
};
