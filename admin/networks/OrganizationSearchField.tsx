import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { typeaheadDebounceMs, typeaheadMinimum } from '../../shared/rules/paging.ts';
import { serverWords } from '../components/serverError.ts';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useFormField } from '../components/useFormField.ts';
import { useAnswer } from '../providers/useAnswer.ts';

/** As many as fit a glance; who does not see theirs types more. */
const shownMatches = 20;
type Match = Pick<OrganizationRow, 'id' | 'name' | 'orgId' | 'networkName'>;

/** One organization out of any number, searched by the server as it is typed (spec 1 section 5: 2 characters, 300 ms). */
export const OrganizationSearchField = ({ source }: { source: string }) => {
  const translate = useTranslate();
  const { input, ref, shared } = useFormField({
    source,
    label: 'networks.organizations.find',
    required: true,
    helperText: translate('networks.organizations.findHint'),
  });
  const [chosen, setChosen] = useState<Match | null>(null);
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed.trim(), typeaheadDebounceMs);
  const isLongEnough = search.length >= typeaheadMinimum;
  const query = { search, pageSize: shownMatches };
  const { data, error, isFetching } = useAnswer('organizations', 'list', { query }, { enabled: isLongEnough });
  const { helperText, label, required, error: invalid, ...rest } = shared;
  const isCurrent = isLongEnough && search === typed.trim();
  const options: readonly Match[] = isCurrent ? (data?.items ?? []) : [];
  return (
    <Autocomplete<Match>
      {...rest}
      options={options}
      filterOptions={(all) => all}
      autoHighlight
      value={chosen}
      loading={isFetching || (typed.trim() !== '' && !isCurrent)}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      noOptionsText={translate(isLongEnough ? 'networks.organizations.noneFound' : 'networks.organizations.typeMore')}
      loadingText={translate('components.states.loading')}
      // Within the dialog, so that it belongs to it; fixed, so that the dialog does not cut it off.
      disablePortal
      slotProps={{ paper: { variant: 'outlined' }, popper: { popperOptions: { strategy: 'fixed' } } }}
      onInputChange={(_event, text, reason) => reason === 'input' && setTyped(text)}
      onChange={(_event, option) => {
        setChosen(option);
        input.onChange(option?.id ?? '');
      }}
      onBlur={() => input.onBlur()}
      renderOption={({ key: _key, ...props }, { id, name, orgId, networkName }) => (
        <li key={id} {...props}>
          <span>
            {name}
            <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
              {[orgId, networkName].filter((text) => text !== null && text !== '').join(' · ')}
            </Typography>
          </span>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required={required}
          error={invalid || error !== null}
          helperText={
            error ? [translate('networks.organizations.searchFailed'), ...serverWords(error)].join(' ') : helperText
          }
          inputRef={ref}
        />
      )}
    />
  );
};
