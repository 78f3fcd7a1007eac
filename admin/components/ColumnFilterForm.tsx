import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { type FormEvent, useState } from 'react';
import { ColumnFilterBox } from './ColumnFilterBox.tsx';
import type { ColumnFilterMenuProps } from './ColumnFilterMenu.tsx';

/** What the menu of a column holds; loaded when the first is opened. */
const ColumnFilterForm = (props: ColumnFilterMenuProps & { onDone: () => void }) => {
  const { label, kind, value, onFilter, options = [], sort, onDone } = props;
  const translate = useTranslate();
  const [wanted, setWanted] = useState(value);
  const [complete, setComplete] = useState(true);
  const done = (filter: string) => {
    if (filter !== value) onFilter(filter);
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Drawn elsewhere, but inside the page's form for React.
    event.stopPropagation();
    if (complete) done(wanted.trim());
  };
  const direction = sort?.direction === 'asc' ? 'desc' : 'asc';
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, padding: 2 }}>
      {sort && (
        <Button
          size="small"
          startIcon={direction === 'asc' ? <ArrowUpward /> : <ArrowDownward />}
          onClick={() => {
            sort.onSort(direction);
            onDone();
          }}
          sx={{ justifyContent: 'flex-start' }}
        >
          {translate(direction === 'asc' ? 'components.filter.ascending' : 'components.filter.descending')}
        </Button>
      )}
      <ColumnFilterBox
        label={translate(label)}
        kind={kind}
        value={wanted}
        options={options}
        onChange={(next, isComplete) => {
          setWanted(next);
          setComplete(isComplete);
        }}
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button size="small" onClick={() => done('')}>
          {translate('components.filter.clear')}
        </Button>
        <Button size="small" type="submit" variant="contained" disabled={!complete}>
          {translate('components.filter.apply')}
        </Button>
      </Box>
    </Box>
  );
};

export default ColumnFilterForm;
