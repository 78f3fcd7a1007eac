import FilterList from '@mui/icons-material/FilterList';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { useTranslate } from 'react-admin';
import { lazy, Suspense, useState } from 'react';

const ColumnFilterForm = lazy(() => import('./ColumnFilterForm.tsx'));

export interface Choice {
  readonly id: string;
  readonly name: string;
}

export type FilterKind = 'text' | 'date' | 'select';

export interface ColumnFilterMenuProps {
  /** Heading of the column. */
  label: string;
  kind: FilterKind;
  /** The present filter; empty without one. A date is YYYY-MM-DD. */
  value: string;
  onFilter: (value: string) => void;
  /** For `select`. */
  options?: readonly Choice[];
  sort?: { readonly direction: 'asc' | 'desc' | undefined; readonly onSort: (direction: 'asc' | 'desc') => void };
}

/** Filter of a column (spec 1 section 2, shared pieces): text, date or select, a sort toggle, Clear and Filter. */
export const ColumnFilterMenu = (props: ColumnFilterMenuProps) => {
  const { label, value } = props;
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const name = translate(value === '' ? 'components.filter.open' : 'components.filter.active', {
    label: translate(label),
  });
  return (
    <>
      <IconButton
        size="small"
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        color={value === '' ? 'default' : 'primary'}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ padding: 0.25, ...(value === '' ? {} : { bgcolor: 'action.selected' }) }}
      >
        <FilterList sx={{ fontSize: 16 }} />
      </IconButton>
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': name, sx: { border: 1, borderColor: 'divider' } } }}
        >
          <Suspense fallback={<span style={{ display: 'block', width: 180, height: 120 }} />}>
            <ColumnFilterForm {...props} onDone={() => setAnchor(null)} />
          </Suspense>
        </Popover>
      )}
    </>
  );
};
