import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import type { OrganizationListState } from '../useOrganizationList.ts';
import { type ChoiceName, choiceNames, useFilterText } from './useFilterOptions.ts';

/** What the list is narrowed by, each with a way to take it back. */
export const OrganizationFilterChips = ({ list }: { list: OrganizationListState }) => {
  const translate = useTranslate();
  const { filters, filterCount, setFilter, setFilters, search } = list;
  if (filterCount === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, paddingX: 1.5, paddingBottom: 1.5 }}>
      <Box
        component="ul"
        aria-label={translate('organizations.filters.active')}
        sx={{ display: 'contents', listStyle: 'none' }}
      >
        {choiceNames.map((name) => {
          const value = filters[name];
          return value === undefined ? null : (
            <ChoiceChip key={name} name={name} value={String(value)} onRemove={() => setFilter(name, undefined)} />
          );
        })}
        {filters.cancelling && (
          <Chip text={translate('organizations.filters.cancelling')} onRemove={() => list.setCancelling(false)} />
        )}
      </Box>
      <Button size="small" onClick={() => setFilters(search === '' ? {} : { q: search })}>
        {translate('organizations.filters.clearAll')}
      </Button>
    </Box>
  );
};

const ChoiceChip = ({ name, value, onRemove }: { name: ChoiceName; value: string; onRemove: () => void }) => {
  const translate = useTranslate();
  const text = useFilterText(name, value);
  return <Chip text={`${translate(`organizations.filters.${name}`)}: ${text}`} onRemove={onRemove} />;
};

const Chip = ({ text, onRemove }: { text: string; onRemove: () => void }) => {
  const translate = useTranslate();
  return (
    <Box component="li" sx={{ maxWidth: '100%' }}>
      <Button
        size="small"
        variant="outlined"
        endIcon={<Close />}
        aria-label={translate('organizations.filters.remove', { filter: text })}
        onClick={onRemove}
        sx={{ maxWidth: '100%', paddingY: 0, fontWeight: 400, textAlign: 'left', overflowWrap: 'anywhere' }}
      >
        {text}
      </Button>
    </Box>
  );
};
