import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'react-admin';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** Text, or its message key. */
  text: string;
  action?: ReactNode;
}

/** Nothing to show: what that means, and the one thing to do about it. */
export const EmptyState = ({ text, action }: EmptyStateProps) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 2, paddingY: 6, paddingX: 2 }}>
    <Typography color="textSecondary" align="center" sx={{ overflowWrap: 'anywhere' }}>
      {useTranslate()(text)}
    </Typography>
    {action}
  </Box>
);

/** A list with filters that nothing matches. */
export const NoMatch = ({ text }: { text: string }) => {
  const { setFilters } = useListContext();
  return (
    <EmptyState
      text={text}
      action={<Button onClick={() => setFilters({}, {})}>{useTranslate()('components.table.clearFilters')}</Button>}
    />
  );
};
