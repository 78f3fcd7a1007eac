import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'react-admin';
import { lazy, Suspense, useState } from 'react';
import type { GridFilter } from '../../../shared/contract/exchangeSchemas.ts';
import { type GridFilters, filteringWith } from './gridFilters.ts';

const RetryDialog = lazy(async () => ({ default: (await import('../../retry/RetryDialog.tsx')).RetryDialog }));

const thousands = new Intl.NumberFormat('en-US');

/** What is selected and what can be done with it: workflows by id, from any page, or all that match the filters of the grid. */
export const SelectionBar = ({ fixed = {} }: { fixed?: GridFilters }) => {
  const translate = useTranslate();
  const { data = [], total = 0, filterValues, selectedIds, onUnselectItems } = useListContext();
  const [chosen, setChosen] = useState<{ filtering: GridFilter[]; total: number; ids: readonly unknown[] } | null>(
    null,
  );
  const [isRetrying, setIsRetrying] = useState(false);
  const filtering = filteringWith({ ...(filterValues as GridFilters), fixed });
  // Other filters would mean other workflows, and so does a row that is ticked off.
  const isSame = chosen?.ids === selectedIds && JSON.stringify(chosen.filtering) === JSON.stringify(filtering);
  const matching = isSame ? chosen : null;
  const count = matching?.total ?? selectedIds.length;
  if (count === 0) return null;
  const isWholePage = data.every(({ id }) => selectedIds.includes(id));
  const selection = matching ? { filtering: matching.filtering } : { workflowIds: selectedIds.map(String).toSorted() };
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
      <Button size="small" variant="contained" onClick={() => setIsRetrying(true)}>
        {translate('workflows.selection.retry')}
      </Button>
      {isWholePage && !matching && filtering.length > 0 && total > data.length && (
        <Button size="small" onClick={() => setChosen({ filtering, total, ids: selectedIds })}>
          {translate('workflows.selection.all', { total: thousands.format(total) })}
        </Button>
      )}
      <Button size="small" onClick={() => onUnselectItems()}>
        {translate('workflows.selection.none')}
      </Button>
      <Suspense fallback={null}>
        {isRetrying && <RetryDialog selection={selection} onClose={() => setIsRetrying(false)} />}
      </Suspense>
    </Box>
  );
};
