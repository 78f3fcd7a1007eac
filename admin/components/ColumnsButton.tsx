import ViewColumn from '@mui/icons-material/ViewColumnOutlined';
import Popover from '@mui/material/Popover';
import { Button, useTranslate } from 'react-admin';
import { lazy, Suspense, useState } from 'react';
import type { ColumnChoiceProps } from './ColumnChoice.tsx';

const ColumnChoice = lazy(() => import('./ColumnChoice.tsx'));

/**
 * Chooses and orders the columns of a DataTable in the store that react-admin's ColumnsButton uses. That one moves columns by pointer
 * only, and its list of options in a menu is none for assistive technology.
 */
export const ColumnsButton = (props: ColumnChoiceProps) => {
  const label = useTranslate()('components.list.tools.columns');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <ViewColumn />
      </Button>
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { width: 300, minHeight: 200 } } }}
        >
          <Suspense fallback={null}>
            <ColumnChoice {...props} />
          </Suspense>
        </Popover>
      )}
    </>
  );
};
