import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { filterNames } from './gridFilters.ts';
import { filterText } from './gridWords.ts';
import type { WorkflowGrid } from './useWorkflowGrid.ts';

/** What the grid is narrowed by, each with a way to take it back. */
export const GridFilterChips = ({ grid }: { grid: WorkflowGrid }) => {
  const translate = useTranslate();
  const on = filterNames.filter((name) => grid.filters[name] !== undefined);
  if (on.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, paddingX: 1.5, paddingBottom: 1.5 }}>
      <Box component="ul" aria-label={translate('workflows.active')} sx={{ display: 'contents', listStyle: 'none' }}>
        {on.map((name) => {
          const text = filterText(name, grid.filters[name] ?? '', translate);
          return (
            <Box component="li" key={name} sx={{ maxWidth: '100%' }}>
              <Button
                size="small"
                variant="outlined"
                endIcon={<Close />}
                aria-label={translate('workflows.remove', { filter: text })}
                onClick={() => grid.setFilter(name, undefined)}
                sx={{ maxWidth: '100%', paddingY: 0, fontWeight: 400, textAlign: 'left', overflowWrap: 'anywhere' }}
              >
                {text}
              </Button>
            </Box>
          );
        })}
      </Box>
      <Button size="small" onClick={grid.clear}>
        {translate('workflows.clear')}
      </Button>
    </Box>
  );
};
