import Box from '@mui/material/Box';
import { useFieldValue } from 'react-admin';
import { durationText } from '../../shared/rules/duration.ts';

const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A duration as text; in milliseconds on hover, or after it when `precise`. */
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

/** The duration in ms at `source` of the record, as a field of react-admin; nothing without one. */
export const DurationField = ({ source }: { source: string }) => {
  const ms = useFieldValue({ source }) as number | null | undefined;
  return ms === null || ms === undefined ? null : durationText(ms);
};
