import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton from '@mui/material/IconButton';
import { useRefresh, useTranslate } from 'react-admin';
import { lazy, Suspense, useContext, useState } from 'react';
import { AppContext, useAppConfig } from '../../providers/appContext.ts';
import type { OrganizationListState } from '../useOrganizationList.ts';
import { type BulkDeed, bulkDeedsFor } from './organizationBulkDeeds.ts';
import type { OrganizationSelection } from './useOrganizationSelection.ts';

const OrganizationBulkDialog = lazy(() => import('./OrganizationBulkDialog.tsx'));

const count = new Intl.NumberFormat('en-US');

interface OrganizationBulkBarProps {
  selection: OrganizationSelection;
  list: OrganizationListState;
}

/** Room for the bar under a row that is reached by key, so that it does not come to lie beneath. */
const roomForBar = { html: { scrollPaddingBottom: 112 } };

/**
 * How many organizations are selected and what can be done with all of them. It stays at the foot of the window: in sight wherever
 * somebody ticks, and no row moves when it comes.
 */
const OrganizationBulkBar = ({ selection, list }: OrganizationBulkBarProps) => {
  const translate = useTranslate();
  const refresh = useRefresh();
  const { features } = useAppConfig();
  const roles = useContext(AppContext)?.profile?.roles;
  const [deed, setDeed] = useState<BulkDeed | null>(null);
  const { selected } = selection;
  const total = count.format(selection.count);
  const offersAll = selected.kind === 'some' && selection.page === 'all' && list.total > selected.names.size;
  return (
    <Box
      component="section"
      aria-label={translate('selection.bar')}
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 1,
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
      <GlobalStyles styles={roomForBar} />
      <Box component="output" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {selected.kind === 'matching'
          ? translate('selection.isAll', { count: total })
          : translate('selection.count', { smart_count: selection.count, count: total })}
      </Box>
      <IconButton
        size="small"
        title={translate('selection.clear')}
        aria-label={translate('selection.clear')}
        onClick={selection.clear}
      >
        <Close fontSize="small" />
      </IconButton>
      {offersAll && (
        <Button size="small" onClick={selection.selectMatching}>
          {translate('selection.all', { count: count.format(list.total) })}
        </Button>
      )}
      {/* One line to push sideways where the screen is narrow: a pile of buttons would hide the rows. */}
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
        {bulkDeedsFor(features, roles).map((offered) => (
          <Button
            key={offered.name}
            size="small"
            variant="outlined"
            sx={{ flexShrink: 0 }}
            aria-haspopup="dialog"
            onClick={() => setDeed(offered)}
          >
            {translate(`selection.deeds.${offered.name}`)}
          </Button>
        ))}
      </Box>
      <Suspense fallback={null}>
        {deed && (
          <OrganizationBulkDialog
            deed={deed}
            selected={selected}
            onClose={(ran) => {
              setDeed(null);
              if (!ran) return;
              selection.clear();
              refresh();
              // The button that opened it goes with the selection.
              document.querySelector<HTMLElement>('#main-content')?.focus();
            }}
          />
        )}
      </Suspense>
    </Box>
  );
};

export default OrganizationBulkBar;
