import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  /** Text, or its message key. */
  title: string;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. */
export const Section = ({ title, actions, children }: SectionProps) => {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ marginBottom: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBottom: 1.5 }}>
        <Typography id={titleId} variant="subtitle1" component="h2" sx={{ fontWeight: 600, flexGrow: 1 }}>
          {useTranslate()(title)}
        </Typography>
        {actions}
      </Box>
      {children}
    </Box>
  );
};

/** A titled group of fields in as many columns as fit. */
export const FormSection = ({ title, children }: SectionProps) => (
  <Section title={title}>
    <Box
      sx={{
        display: 'grid',
        columnGap: 2,
        // The label of an outlined field rises into the gap, below a help text of two lines as well.
        rowGap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
        alignItems: 'start',
      }}
    >
      {children}
    </Box>
  </Section>
);
