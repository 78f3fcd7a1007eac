import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';

interface LoadingRowsProps {
  rows?: number;
  /** Height of one row in pixels, so nothing jumps when the records arrive. */
  height?: number;
}

/** Grey rows in the place of records that are being loaded. */
export const LoadingRows = ({ rows = 10, height = 41 }: LoadingRowsProps) => {
  const translate = useTranslate();
  return (
    <Box component="output" sx={{ display: 'block' }} aria-label={translate('components.states.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <Box component="span" key={row} sx={{ height, display: 'flex', alignItems: 'center', paddingX: 2 }}>
          <Skeleton variant="text" width={`${96 - ((row * 17) % 40)}%`} />
        </Box>
      ))}
    </Box>
  );
};
