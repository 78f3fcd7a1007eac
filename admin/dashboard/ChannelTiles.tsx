import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { ChannelHealth } from '../../shared/contract/diagnostics.ts';
import type { Direction } from '../../shared/rules/exchange.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ChannelTile } from './ChannelTile.tsx';

interface ChannelTilesProps {
  direction: Direction;
  channels: readonly ChannelHealth[];
  /** When the server counted. */
  at: string;
}

/** A tile for each channel of a direction, side by side as many as fit. */
export const ChannelTiles = ({ direction, channels, at }: ChannelTilesProps) => {
  const translate = useTranslate();
  if (channels.length === 0) return <EmptyState text={translate('dashboard.noChannels')} />;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))' }}>
      {channels.map((channel) => (
        <ChannelTile key={channel.name} direction={direction} channel={channel} at={at} />
      ))}
    </Box>
  );
};
