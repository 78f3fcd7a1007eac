import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useRefresh, useTranslate } from 'ra-core';
import { lazy, Suspense, useContext, useState } from 'react';
import { mainContentId } from '../../layout/SkipLink.tsx';
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

/** How many organizations are selected and what can be done with all of them. */
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
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        paddingX: 1.5,
        paddingY: 1,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.default',
      }}
    >
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {bulkDeedsFor(features, roles).map((offered) => (
          <Button
            key={offered.name}
            size="small"
            variant="outlined"
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
              document.getElementById(mainContentId)?.focus();
            }}
          />
        )}
      </Suspense>
    </Box>
  );
};

export default OrganizationBulkBar;
