import Button from '@mui/material/Button';
import { BooleanInput, LinkBase, SelectInput, useGetList, useInput, useListContext, useTranslate } from 'react-admin';
import { lazy, Suspense } from 'react';
import type { Plan } from '../../shared/contract/plans.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { filtersOf, loginTypes } from '../providers/organizationQuery.ts';

const ReferenceFilterInput = lazy(() => import('../components/ReferenceFilterInput.tsx'));

interface FilterProps {
  source: string;
  label: string;
}

const ReferenceFilter = (props: FilterProps & { reference: string }) => {
  // The form takes values of the address only for registered fields, and the lazy input registers itself too late.
  useInput({ source: props.source });
  return (
    <Suspense fallback={null}>
      <ReferenceFilterInput {...props} />
    </Suspense>
  );
};

/** A state that is on or off; react-admin's boolean filter cannot be left empty. */
const StateFilter = ({ on, off, ...props }: FilterProps & { on: string; off: string }) => (
  <SelectInput
    {...props}
    margin="none"
    helperText={false}
    format={(value: unknown) => (typeof value === 'boolean' ? String(value) : (value ?? ''))}
    parse={(value: string) => (value === '' ? undefined : value === 'true')}
    choices={[
      { id: 'true', name: `organizations.states.${on}` },
      { id: 'false', name: `organizations.states.${off}` },
    ]}
  />
);

/** Tier codes of the plans, each once. */
const TierFilter = (props: FilterProps) => {
  const { data = [] } = useGetList<Plan>('plans', { pagination: { page: 1, perPage: 100 } });
  const { filterValues } = useListContext();
  const { tierCode: chosen } = filtersOf(filterValues as Readonly<Record<string, unknown>>);
  // The code of the address is a choice while the plans are loaded, and when no plan has it any more.
  const all = [...data.map(({ tierCode }) => tierCode), ...(chosen === undefined ? [] : [chosen])];
  const codes = [...new Set(all)].toSorted();
  return (
    <SelectInput
      {...props}
      margin="none"
      helperText={false}
      translateChoice={false}
      choices={codes.map((id) => ({ id, name: id }))}
    />
  );
};

const label = (name: string) => `organizations.filters.${name}`;
const search = <ListSearch key="q" source="q" alwaysOn label="organizations.list.search" />;
const capture = (
  <StateFilter key="apiCapture" source="apiCapture" label={label('apiCapture')} on="capturing" off="notCapturing" />
);

/** Filters of the list in the order of its columns; those of type, specialty, brand and plan have no column. */
export const organizationFilters = (apiCaptureEnabled: boolean) => [
  search,
  <ReferenceFilter key="network" source="networkId" reference="networks" label={label('networkId')} />,
  <ReferenceFilter key="reseller" source="resellerId" reference="resellers" label={label('resellerId')} />,
  <TierFilter key="tier" source="tierCode" label={label('tierCode')} />,
  <StateFilter key="activated" source="isActivated" label={label('isActivated')} on="activated" off="notActivated" />,
  <StateFilter key="enabled" source="isEnabled" label={label('isEnabled')} on="enabled" off="disabled" />,
  <SelectInput
    key="loginType"
    source="loginType"
    label={label('loginType')}
    margin="none"
    helperText={false}
    translateChoice={false}
    choices={loginTypes.map((id) => ({ id, name: id }))}
  />,
  ...(apiCaptureEnabled ? [capture] : []),
  <ReferenceFilter key="type" source="typeId" reference="organizationtypes" label={label('typeId')} />,
  <ReferenceFilter key="specialty" source="specialtyId" reference="specialties" label={label('specialtyId')} />,
  <ReferenceFilter key="brand" source="brandId" reference="brands" label={label('brandId')} />,
  <ReferenceFilter key="plan" source="planId" reference="plans" label={label('planId')} />,
  <BooleanInput key="cancelling" source="cancelling" label={label('cancelling')} helperText={false} defaultValue />,
];

/** No records match: because of the filters, the search or the toggle, each with its way out. */
export const NoOrganizationMatches = () => {
  const translate = useTranslate();
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const { q = '', cancelling, ...others } = filtersOf(filterValues as Readonly<Record<string, unknown>>);
  const isOnlySearch = Object.keys(others).length === 0 && q !== '';
  const isOnlyCanceling = Object.keys(others).length === 0 && q === '' && cancelling === true;
  const reason = isOnlySearch ? 'noMatch' : isOnlyCanceling ? 'noneCanceling' : 'noneFiltered';
  const clear = () =>
    isOnlySearch ? setFilters(cancelling ? { cancelling } : {}, displayedFilters) : setFilters({}, {});
  return (
    <EmptyState
      text={translate(`organizations.empty.${reason}`, { search: q })}
      action={
        <Button onClick={clear}>{translate(`organizations.empty.${isOnlySearch ? 'clearSearch' : 'showAll'}`)}</Button>
      }
    />
  );
};

export const NoOrganizations = () => (
  <Button component={LinkBase} to="/admin/organizations/add" variant="outlined">
    {useTranslate()('organizations.create')}
  </Button>
);
