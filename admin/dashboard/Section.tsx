import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type ReactNode, useId } from 'react';
import { timeText } from '../components/DateTime.tsx';

interface SectionProps {
  title: string;
  /** On the line of the title. */
  text?: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
}

/** A part of the dashboard with a heading. */
export const Section = ({ title, text, tools, children }: SectionProps) => {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ marginBottom: 1.5 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          rowGap: 0.5,
          marginBottom: 0.5,
          minHeight: 32,
        }}
      >
        <Typography variant="h6" component="h2" id={id} sx={{ flexGrow: text === undefined ? 1 : 0 }}>
          {title}
        </Typography>
        {text !== undefined && (
          <Typography color="textSecondary" sx={{ flexGrow: 1 }}>
            {text}
          </Typography>
        )}
        {tools}
      </Box>
      {children}
    </Box>
  );
};

/** Time of the last response; `at` in ms, 0 for never. */
export const UpdatedAt = ({ at }: { at: number }) => {
  const translate = useTranslate();
  if (at === 0) return null;
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontSize: 13, fontVariantNumeric: 'tabular-nums' }}>
      {translate('dashboard.updated', { time: timeText(at) })}
    </Box>
  );
};
