import Box from '@mui/material/Box';
import { durationText } from '../../shared/rules/duration.ts';

const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** How long something took, for people; in milliseconds on hover, or beside it where `precise`. */
export const Duration = ({ ms, precise = false }: { ms: number | null; precise?: boolean }) => {
  if (ms === null) return '-';
  const milliseconds = `${exact.format(ms)} ms`;
  const text = durationText(ms);
  return (
    <Box component="span" title={milliseconds} sx={{ whiteSpace: precise ? 'normal' : 'nowrap' }}>
      {text}
      {precise && text !== milliseconds && ` (${milliseconds})`}
    </Box>
  );
};
