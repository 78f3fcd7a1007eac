import { useState } from 'react';
import { ColumnFilterMenu } from '../../components/ColumnFilterMenu.tsx';
import type { OrganizationColumn } from '../organizationColumns.tsx';
import type { OrganizationListState } from '../useOrganizationList.ts';
import { type ChoiceName, useFilterOptions } from './useFilterOptions.ts';

/** The filter a column's heading opens. */
const filterOf: { readonly [column in OrganizationColumn['name']]?: ChoiceName } = {
  networkName: 'networkId',
  resellerName: 'resellerId',
  tierCode: 'tierCode',
  isActivated: 'isActivated',
  isEnabled: 'isEnabled',
  loginType: 'loginType',
  apiCapture: 'apiCapture',
};

export const OrganizationHeadingFilter = (props: {
  column: OrganizationColumn['name'];
  list: OrganizationListState;
}) => {
  const name = filterOf[props.column];
  return name === undefined ? null : <ChoiceFilter {...props} name={name} />;
};

interface ChoiceFilterProps {
  name: ChoiceName;
  column: OrganizationColumn['name'];
  list: OrganizationListState;
}

const ChoiceFilter = ({ name, column, list }: ChoiceFilterProps) => {
  const [opened, setOpened] = useState(false);
  const { options = [] } = useFilterOptions(name, opened);
  return (
    <ColumnFilterMenu
      label={`organizations.columns.${column}`}
      kind="select"
      value={String(list.filters[name] ?? '')}
      options={options}
      onOpen={() => setOpened(true)}
      onFilter={(value) => list.setFilter(name, value === '' ? undefined : value)}
    />
  );
};
