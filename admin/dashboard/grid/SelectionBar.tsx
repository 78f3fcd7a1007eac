import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { WorkflowGrid } from './useWorkflowGrid.ts';
import type { WorkflowSelection } from './useWorkflowSelection.ts';

interface SelectionBarProps {
  grid: WorkflowGrid;
  selection: WorkflowSelection;
  onRetry: () => void;
}

const thousands = new Intl.NumberFormat('en-US');

/** What is selected and what can be done with it. */
export const SelectionBar = ({ grid, selection, onRetry }: SelectionBarProps) => {
  const translate = useTranslate();
  const { count } = selection;
  if (count === 0) return null;
  return (
    <Box
      component="section"
      aria-label={translate('workflows.selection.title')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        paddingX: 1.5,
        paddingY: 0.75,
        bgcolor: 'background.default',
        borderTop: 1,
        borderBottom: 1,
        borderColor: 'divider',
        position: 'sticky',
        top: 0,
        zIndex: 2,
      }}
    >
      <Typography variant="body2" component="output">
        {translate('workflows.selection.count', { smart_count: count, count: thousands.format(count) })}
      </Typography>
      <Button size="small" variant="contained" onClick={onRetry}>
        {translate('workflows.selection.retry')}
      </Button>
      {selection.page === 'all' && !selection.isWhole && selection.maySelectAll && (
        <Button size="small" onClick={selection.selectAll}>
          {translate('workflows.selection.all', { total: thousands.format(grid.total) })}
        </Button>
      )}
      <Button size="small" onClick={selection.clear}>
        {translate('workflows.selection.none')}
      </Button>
    </Box>
  );
};
