import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { type ReactNode, useId, useState } from 'react';
import { auditOutcomeNames } from '../../shared/contract/auditOutcomes.ts';
import { searchDebounceMs } from '../../shared/rules/paging.ts';
import { useDebounced } from '../components/useDebounced.ts';
import type { PageAddress } from '../components/usePageAddress.ts';
import { type filterNames, knownActions } from './auditModel.ts';

interface FilterProps {
  name: (typeof filterNames)[number];
  address: PageAddress;
}

/** What was typed, once typing pauses. */
const TextFilter = ({ name, address, list, width }: FilterProps & { list?: string; width: number }) => {
  const translate = useTranslate();
  const value = address.filter(name);
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  // The address changed under the box (back, a link): show its filter, but never overwrite what is being typed.
  if (value !== asked) {
    setAsked(value);
    if (value !== text.trim()) setText(value);
  }
  const { call } = useDebounced((typed: string) => address.setFilter(name, typed.trim()), searchDebounceMs);
  return (
    <TextField
      label={translate(`audit.filters.${name}`)}
      value={text}
      autoComplete="off"
      onChange={(event) => {
        setText(event.target.value);
        call(event.target.value);
      }}
      slotProps={{ htmlInput: { maxLength: 100, list }, inputLabel: { shrink: true } }}
      sx={{ flex: `1 1 ${width}px`, maxWidth: { sm: 260 }, minWidth: { sm: width } }}
    />
  );
};

const DayFilter = ({ name, address }: FilterProps) => {
  const translate = useTranslate();
  return (
    <TextField
      type="date"
      label={translate(`audit.filters.${name}`)}
      value={address.filter(name)}
      onChange={(event) => address.setFilter(name, event.target.value)}
      slotProps={{ htmlInput: { min: '1900-01-02', max: '9998-12-30' }, inputLabel: { shrink: true } }}
      sx={{ flex: '0 1 140px' }}
    />
  );
};

/** Filters of the audit, kept in its address. */
export const AuditFilters = ({ address, action }: { address: PageAddress; action: ReactNode }) => {
  const translate = useTranslate();
  const actions = useId();
  return (
    <Box
      component="fieldset"
      aria-label={translate('audit.filters.group')}
      sx={{
        display: { xs: 'grid', sm: 'flex' },
        gridTemplateColumns: '1fr 1fr',
        flexWrap: 'wrap',
        gap: { xs: 1.5, sm: 1 },
        alignItems: 'center',
        flex: { xs: '1 1 100%', sm: 1 },
        minWidth: 0,
        margin: 0,
        padding: 0,
        border: 0,
      }}
    >
      <TextFilter name="actor" address={address} width={100} />
      <TextFilter name="action" address={address} width={120} list={actions} />
      <datalist id={actions}>
        {knownActions.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <TextField
        select
        label={translate('audit.filters.outcome')}
        value={address.filter('outcome')}
        onChange={(event) => address.setFilter('outcome', event.target.value)}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        sx={{ flex: '0 1 120px' }}
      >
        <option value="">{translate('audit.filters.any')}</option>
        {auditOutcomeNames.map((name) => (
          <option key={name} value={name}>
            {translate(`audit.outcomes.${name}`)}
          </option>
        ))}
      </TextField>
      <TextFilter name="runId" address={address} width={200} />
      <DayFilter name="from" address={address} />
      <DayFilter name="to" address={address} />
      {action}
    </Box>
  );
};
