import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton from '@mui/material/IconButton';
import { useListContext, useRefresh, useTranslate } from 'react-admin';
import { lazy, Suspense, useState } from 'react';
import type { Selected } from '../storedRuns.ts';
import type { SelectionAction } from './selectionAction.ts';

const SelectionDialog = lazy(() => import('./SelectionDialog.tsx'));

const count = new Intl.NumberFormat('en-US');

interface SelectionBarProps {
  actions: readonly SelectionAction[];
  selected: Selected;
  onSelectMatching: () => void;
}

/** Space below a row that gets the focus by key, so that the bar does not cover it. */
const scrollPadding = { html: { scrollPaddingBottom: 112 } };

/**
 * Toolbar of the selection: number of records and actions. It is sticky at the bottom of the window, so that it is visible beside
 * every row and no row moves when it appears.
 */
const SelectionBar = ({ actions, selected, onSelectMatching }: SelectionBarProps) => {
  const translate = useTranslate();
  const refresh = useRefresh();
  const { resource, data = [], total = 0, onUnselectItems } = useListContext();
  const [action, setAction] = useState<SelectionAction | null>(null);
  const selectedCount = selected.kind === 'matching' ? selected.total : selected.ids.length;
  const offersAll =
    selected.kind === 'some' && total > selectedCount && data.every(({ id }) => selected.ids.includes(String(id)));
  return (
    <Box
      component="section"
      aria-label={translate(`selection.bars.${resource}`)}
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 3,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        paddingX: 1.5,
        paddingY: 1,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.default',
        borderBottomLeftRadius: 'inherit',
        borderBottomRightRadius: 'inherit',
      }}
    >
      <GlobalStyles styles={scrollPadding} />
      <Box component="output" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {selected.kind === 'matching'
          ? translate('selection.isAll', { count: count.format(selectedCount) })
          : translate('selection.count', { smart_count: selectedCount, count: count.format(selectedCount) })}
      </Box>
      <IconButton
        size="small"
        title={translate('selection.clear')}
        aria-label={translate('selection.clear')}
        onClick={() => onUnselectItems()}
      >
        <Close fontSize="small" />
      </IconButton>
      {offersAll && (
        <Button size="small" onClick={onSelectMatching}>
          {translate('selection.all', { count: count.format(total) })}
        </Button>
      )}
      {/* One line that scrolls on a narrow screen: several lines of buttons would hide the rows. */}
      <Box
        sx={{
          display: { xs: 'flex', sm: 'contents' },
          gap: 1,
          minWidth: 0,
          overflowX: 'auto',
          // Space for the focus ring, which a box that scrolls would cut off.
          padding: 0.5,
          margin: -0.5,
        }}
      >
        {actions.map((offered) => (
          <Button
            key={offered.name}
            size="small"
            variant="outlined"
            sx={{ flexShrink: 0 }}
            aria-haspopup="dialog"
            onClick={() => setAction(offered)}
          >
            {translate(`selection.actions.${offered.name}`)}
          </Button>
        ))}
      </Box>
      <Suspense fallback={null}>
        {action && (
          <SelectionDialog
            action={action}
            selected={selected}
            onClose={(ran) => {
              setAction(null);
              if (!ran) return;
              onUnselectItems();
              refresh();
              // The button that opened it disappears with the selection.
              document.querySelector<HTMLElement>('#main-content')?.focus();
            }}
          />
        )}
      </Suspense>
    </Box>
  );
};

export default SelectionBar;
