import { DataTable, SelectInput, TextInput, useListContext, useTranslate } from 'react-admin';
import type { Eula } from '../../shared/contract/eulas.ts';
import { CatalogList } from '../components/CatalogList.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { option } from '../components/list/commandArguments.ts';
import { NoMatch } from '../components/EmptyState.tsx';
import { RecordLink } from '../components/ListTable.tsx';
import { DateTimeField } from '../components/DateTime.tsx';
import { otherBrands } from './eulaModel.ts';
import { EulaStateField, useBrandNames, useEulaText } from './eulaTexts.tsx';

const BrandFilter = ({ source }: { source: string; alwaysOn: true }) => {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const { names } = useBrandNames();
  const brand: unknown = (filterValues as Record<string, unknown>)['brand'];
  // A brand that was deleted stays the filter of an old address.
  const old = typeof brand === 'string' && brand !== otherBrands && !names.includes(brand) ? [brand] : [];
  return (
    <SelectInput
      margin="none"
      source={source}
      label="eulas.filters.brand"
      emptyText="eulas.filters.any"
      helperText={false}
      choices={[
        { id: otherBrands, name: translate('eulas.otherBrands') },
        ...[...names, ...old].map((name) => ({ id: name, name })),
      ]}
      translateChoice={false}
    />
  );
};

const filters = [
  <BrandFilter key="brand" source="brand" alwaysOn />,
  <TextInput
    key="type"
    source="type"
    alwaysOn
    label="eulas.filters.type"
    helperText={false}
    slotProps={{ htmlInput: { maxLength: 50 } }}
  />,
  <SelectInput
    margin="none"
    key="active"
    source="active"
    alwaysOn
    label="eulas.filters.status"
    emptyText="eulas.filters.all"
    helperText={false}
    choices={[
      { id: 'true', name: 'eulas.states.active' },
      { id: 'false', name: 'eulas.states.inactive' },
    ]}
  />,
];

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const command = catalogCommand('eulas', ({ brand, type, active }) => [
  ...(brand === otherBrands ? ['--platform'] : option('--brand', textOf(brand))),
  ...option('--type', textOf(type)),
  ...(active === 'true' ? ['--active'] : active === 'false' ? ['--inactive'] : []),
]);

/** License agreements, newest first (spec 2 section 7). */
export const EulaList = () => {
  const translate = useTranslate();
  const { nameOf, brandOf } = useEulaText();
  const stateText = ({ isActive }: Eula) => translate(`eulas.states.${isActive ? 'active' : 'inactive'}`);
  const columns = [
    { source: 'version', text: nameOf },
    { source: 'brandName', text: brandOf },
    { source: 'isActive', text: stateText },
    { source: 'acceptances' },
    { source: 'createDate' },
    { source: 'createdBy' },
  ];
  return (
    <CatalogList
      columns={columns}
      command={command}
      importResource="eulas"
      filters={filters}
      sort={{ field: 'createDate', order: 'DESC' }}
      noMatch={<NoMatch text="eulas.noMatch" />}
    >
      <DataTable.Col<Eula> source="version" disableSort render={(eula) => <RecordLink>{nameOf(eula)}</RecordLink>} />
      <DataTable.Col<Eula> source="brandName" disableSort render={brandOf} />
      <DataTable.Col source="isActive" disableSort field={EulaStateField} />
      <DataTable.NumberCol source="acceptances" disableSort />
      <DataTable.Col source="createDate" field={DateTimeField} />
      <DataTable.Col source="createdBy" disableSort />
    </CatalogList>
  );
};
