import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { type FormEvent, useState } from 'react';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useAppConfig } from '../../providers/appContext.ts';
import { filtersOf, type OrganizationFilters } from '../../providers/organizationDialect.ts';
import type { OrganizationListState } from '../useOrganizationList.ts';
import { type ChoiceName, choiceNames, useFilterOptions } from './useFilterOptions.ts';

interface OrganizationFilterPanelProps {
  list: OrganizationListState;
  onClose: () => void;
}

/** All filters of the list side by side; nothing is asked for before they are complete. */
const OrganizationFilterPanel = ({ list, onClose }: OrganizationFilterPanelProps) => {
  const translate = useTranslate();
  const { apiCaptureEnabled } = useAppConfig().features;
  const [wanted, setWanted] = useState<OrganizationFilters>(list.filters);
  const apply = (filters: OrganizationFilters) => {
    list.setFilters(filters);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(wanted);
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ padding: 2 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))' }}>
        {choiceNames
          .filter((name) => name !== 'apiCapture' || apiCaptureEnabled)
          .map((name, index) => (
            <Choice
              key={name}
              name={name}
              first={index === 0}
              value={String(wanted[name] ?? '')}
              onChange={(value) => setWanted(filtersOf({ ...wanted, [name]: value }))}
            />
          ))}
      </Box>
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={wanted.cancelling === true}
            onChange={(_event, checked) => setWanted(filtersOf({ ...wanted, cancelling: checked }))}
          />
        }
        label={translate('organizations.filters.cancelling')}
        sx={{ marginTop: 1 }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, marginTop: 1 }}>
        <Button size="small" onClick={() => apply(filtersOf({ q: list.search }))}>
          {translate('organizations.filters.clearAll')}
        </Button>
        <Button size="small" type="submit" variant="contained">
          {translate('components.filter.apply')}
        </Button>
      </Box>
    </Box>
  );
};

interface ChoiceProps {
  name: ChoiceName;
  value: string;
  first: boolean;
  onChange: (value: string) => void;
}

const focusOnArrival = (box: HTMLElement | null) => box?.focus();

const Choice = ({ name, value, first, onChange }: ChoiceProps) => {
  const translate = useTranslate();
  const { options = [], error, retry } = useFilterOptions(name, true);
  if (error) return <ErrorState error={error} title={translate('components.form.lookupFailed')} onRetry={retry} />;
  const unknown = value !== '' && !options.some(({ id }) => id === value);
  return (
    <TextField
      select
      fullWidth
      label={translate(`organizations.filters.${name}`)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        select: { native: true },
        htmlInput: { ref: first ? focusOnArrival : undefined },
        inputLabel: { shrink: true },
      }}
    >
      <option value="">{translate('components.filter.any')}</option>
      {unknown && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.name}
        </option>
      ))}
    </TextField>
  );
};

export default OrganizationFilterPanel;
