import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { AutocompleteArrayInput, TextInput, useTranslate } from 'react-admin';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Emergency } from '../../shared/contract/emergencies.ts';
import { emergencyCloseMs, emergencyNameMax, emergencyState } from '../../shared/rules/emergency.ts';
import { isCalendarDate } from '../../shared/rules/dates.ts';
import { typeaheadDebounceMs, typeaheadMinimum } from '../../shared/rules/paging.ts';
import { DateEntry } from '../components/DateEntry.tsx';
import { DialogFrame } from '../components/DialogFrame.tsx';
import { EditDialog } from '../components/EditDialog.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { inputAt, notBlank, textAt } from '../components/RecordForm.tsx';
import { serverMessages } from '../components/serverError.ts';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useFieldLabels } from '../components/VersionConflictDialog.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { useAllEmergencies } from './EmergencyCalendar.tsx';
import { EmergencyImpact } from './EmergencyImpact.tsx';
import { emergencyBody, emergencyValues, emptyEmergency, organizationChoices } from './emergencyModel.ts';

const label = (field: string) => `emergencies.fields.${field}`;

/** The emergency modal for a new one (spec 1 section 2). */
export const EmergencyCreate = ({ onClose }: { onClose: () => void }) => (
  <EmergencyForm stored={undefined} onClose={onClose} />
);

/** The same for one that exists: it is loaded first, because a row of the list may be old. */
export const EmergencyEdit = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const query = useQuery({
    queryKey: ['emergency', id],
    queryFn: ({ signal }) => provider.emergencies.get({ params: { id } }, { signal, fresh: true }),
    gcTime: 0,
  });
  if (query.data) return <EmergencyForm stored={query.data} onClose={onClose} />;
  return (
    <DialogFrame
      title="emergencies.editTitle"
      isAtTop
      onClose={onClose}
      actions={<Button onClick={onClose}>{translate('components.confirm.cancel')}</Button>}
    >
      <QueryState query={query} failed="emergencies.getFailed" />
    </DialogFrame>
  );
};

const EmergencyForm = ({ stored, onClose }: { stored: Emergency | undefined; onClose: () => void }) => (
  <EditDialog
    title={stored ? 'emergencies.editTitle' : 'emergencies.add'}
    submitLabel="emergencies.save"
    defaultValues={stored ? emergencyValues(stored) : emptyEmergency}
    stored={stored}
    load={async ({ emergencies }) => ({
      items: stored ? [await emergencies.get({ params: { id: stored.id } }, { fresh: true })] : [],
    })}
    toForm={emergencyValues}
    labels={useFieldLabels({ prefix: 'emergencies' })}
    send={({ emergencies }, values, base) => {
      const body = emergencyBody(values);
      return base
        ? emergencies.save({ body: { id: base.id, ...body, version: base.version } })
        : emergencies.create({ body }, { idempotencyKey: crypto.randomUUID() });
    }}
    done="emergencies.saved"
    changes={['emergencies']}
    closesAfterMs={emergencyCloseMs}
    onClose={onClose}
  >
    <TextInput {...textAt('name', emergencyNameMax, notBlank)} label={label('name')} />
    <OrganizationsInput />
    <DateEntry source="disabledDate" label={label('disabledDate')} twoDigitYear="ahead" />
    <DateHint />
    {stored && <AffectedByDate stored={stored} />}
  </EditDialog>
);

/** What the date means by the day of the installation. */
const DateHint = () => {
  const translate = useTranslate();
  const { data } = useAllEmergencies();
  const date: unknown = useWatch({ name: 'disabledDate' });
  const isDay = typeof date === 'string' && isCalendarDate(date);
  const state = isDay && data ? emergencyState(date, data.today) : 'active';
  return (
    <span aria-live="polite" style={{ fontSize: 13 }}>
      {translate(`emergencies.dateHints.${state}`)}
    </span>
  );
};

/** Who is affected, as soon as the date is another one than that of the record. */
const AffectedByDate = ({ stored }: { stored: Emergency }) => {
  const date: unknown = useWatch({ name: 'disabledDate' });
  return (date || null) === stored.disabledDate ? null : <EmergencyImpact id={stored.id} />;
};

const isChosen = (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? undefined : 'emergencies.organizationsRequired';
const always = () => true;

/** Organizations by search, from two characters on, 300 ms after the last one (spec 1 section 5). */
const OrganizationsInput = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed.trim(), typeaheadDebounceMs);
  const isLongEnough = search.length >= typeaheadMinimum;
  const { data, error, isFetching } = useQuery({
    queryKey: ['emergencycandidates', search],
    queryFn: ({ signal }) => provider.emergencies.candidates({ query: { search } }, { signal }),
    enabled: isLongEnough,
    retry: false,
  });
  const chosen = useWatch<{ organizations: readonly string[] }>({ name: 'organizations' }) as readonly string[];
  const isSearching = isFetching || typed.trim() !== search;
  const withoutMatch = error ? 'searchFailed' : isSearching ? 'searching' : 'noOrganizations';
  const noOptions = typed.trim().length < typeaheadMinimum ? 'organizationsHint' : withoutMatch;
  const failure = error && [translate('emergencies.searchFailed'), ...serverMessages(error)].join(' ');
  return (
    <AutocompleteArrayInput
      {...inputAt('organizations')}
      label={label('organizations')}
      validate={isChosen}
      isRequired
      choices={organizationChoices(chosen, isLongEnough ? (data?.items ?? []) : [])}
      optionText="name"
      translateChoice={false}
      matchSuggestion={always}
      filterSelectedOptions
      debounce={0}
      setFilter={(text) => setTyped(text ?? '')}
      noOptionsText={`emergencies.${noOptions}`}
      helperText={failure ?? 'emergencies.organizationsHint'}
    />
  );
};
