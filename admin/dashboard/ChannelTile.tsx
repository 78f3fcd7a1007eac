import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useId } from 'react';
import type { ChannelHealth } from '../../shared/contract/diagnostics.ts';
import { tileColor } from '../../shared/rules/diagnostics.ts';
import type { Direction } from '../../shared/rules/exchange.ts';
import { ChannelStateChip } from './ChannelStateChip.tsx';
import { ChannelTraffic } from './ChannelTraffic.tsx';
import { CountLink } from './CountLink.tsx';
import { ageAt, filtersOf, spanOf, tileNumbers, waitingFilters } from './dashboardModel.ts';

interface ChannelTileProps {
  direction: Direction;
  channel: ChannelHealth;
  at: string;
}

/** The theme's colours of the names in the specification: Error is red, Warn is orange, otherwise blue (spec 1 section 2). */
const colours = { red: 'error.main', orange: 'warning.main', blue: 'info.main' } as const;
const colourOf = (state: string) => {
  const color = tileColor(state);
  return color === 'red' || color === 'orange' ? colours[color] : colours.blue;
};

/** How a channel does: numbers of the last 24 hours, queue, silence, and its course as a chart. */
export const ChannelTile = ({ direction, channel, at }: ChannelTileProps) => {
  const translate = useTranslate();
  const id = useId();
  const { name, state, reason, queueDepth, oldestWaiting, lastMessageAt } = channel;
  const span = spanOf(channel, at);
  const oldest = ageAt(oldestWaiting, at);
  const silence = ageAt(lastMessageAt, at);
  const title = translate('dashboard.tile', { direction: translate(`dashboard.${direction}`), channel: name });
  const named = (count: string) => `${title}, ${translate(`dashboard.numbers.${count}`)}`;
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
        <ChannelStateChip state={state} />
      </Box>
      <Box sx={{ fontSize: 13, color: 'text.secondary', marginBottom: 0.5, overflowWrap: 'anywhere' }}>{reason}</Box>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: 1, margin: 0 }}>
        {tileNumbers.map((number) => (
          <Box key={number}>
            <Box component="dt" sx={{ color: 'text.secondary', fontSize: 12 }}>
              {translate(`dashboard.numbers.${number}`)}
            </Box>
            <Box component="dd" sx={figure}>
              <CountLink
                count={channel[number]}
                filters={filtersOf(number, { name, direction, ...span })}
                name={named(number)}
              />
            </Box>
          </Box>
        ))}
      </Box>
      <Box sx={{ fontSize: 13, marginTop: 0.5, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        <span>
          {translate('dashboard.queue')}{' '}
          <CountLink count={queueDepth} filters={waitingFilters(name, direction)} name={named('waiting')} />
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

const figure = {
  margin: 0,
  fontSize: 20,
  fontWeight: 600,
  lineHeight: 1.3,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
} as const;
