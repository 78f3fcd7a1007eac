import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { searchDebounceMs } from '../../shared/rules/paging.ts';
import { FilterSelect } from '../components/FilterSelect.tsx';
import { useDebounced } from '../components/useDebounced.ts';
import type { PageAddress } from '../components/usePageAddress.ts';
import { otherBrands } from './eulaModel.ts';
import { useBrandNames } from './useBrandNames.ts';

const narrow = { minWidth: 150, marginTop: { xs: 0.75, sm: 0 } };

/** Filters of the list of agreements, kept in its address: brand, type and whether it is active. */
export const EulaFilters = ({ address }: { address: PageAddress }) => {
  const translate = useTranslate();
  const { names } = useBrandNames();
  const brand = address.filter('brand');
  const any = { id: '', name: translate('eulas.filters.any') };
  const others = { id: otherBrands, name: translate('eulas.otherBrands') };
  // A brand of an old address may be no more; it stays what the list is filtered by.
  const known = ['', otherBrands, ...names].includes(brand) ? names : [...names, brand];
  return (
    <>
      <FilterSelect
        sx={narrow}
        label={translate('eulas.filters.brand')}
        value={brand}
        options={[any, others, ...known.map((name) => ({ id: name, name }))]}
        onChange={(value) => address.setFilter('brand', value)}
      />
      <TypeFilter value={address.filter('type')} onType={(value) => address.setFilter('type', value)} />
      <FilterSelect
        sx={narrow}
        label={translate('eulas.filters.status')}
        value={address.filter('active')}
        options={[
          { id: '', name: translate('eulas.filters.all') },
          { id: 'true', name: translate('eulas.states.active') },
          { id: 'false', name: translate('eulas.states.inactive') },
        ]}
        onChange={(value) => address.setFilter('active', value)}
      />
    </>
  );
};

/** The kind of agreement, once typing pauses. */
const TypeFilter = ({ value, onType }: { value: string; onType: (text: string) => void }) => {
  const translate = useTranslate();
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  // The address changed under the box (back, a link): show its filter, but never overwrite what is being typed.
  if (value !== asked) {
    setAsked(value);
    if (value !== text.trim()) setText(value);
  }
  const { call } = useDebounced((typed: string) => onType(typed.trim()), searchDebounceMs);
  return (
    <TextField
      label={translate('eulas.filters.type')}
      value={text}
      autoComplete="off"
      onChange={(event) => {
        setText(event.target.value);
        call(event.target.value);
      }}
      slotProps={{ htmlInput: { maxLength: 50 }, inputLabel: { shrink: true } }}
      sx={{ width: 140, marginTop: { xs: 0.75, sm: 0 } }}
    />
  );
};
