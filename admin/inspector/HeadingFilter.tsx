import { useTranslate } from 'react-admin';
import { ColumnFilterMenu } from '../components/ColumnFilterMenu.tsx';
import { type ColumnName, filterKinds, filterOptions } from './messageFilters.ts';
import type { MessageAddress } from './useMessageAddress.ts';

/** Filter and order of a column, in its heading. */
export const HeadingFilter = ({ name, address }: { name: ColumnName; address: MessageAddress }) => {
  const translate = useTranslate();
  const options = filterOptions[name]?.map((option) => ({
    ...option,
    name: translate(option.name, { _: option.name }),
  }));
  const direction = address.sort === name ? (address.descending ? 'desc' : 'asc') : undefined;
  return (
    <ColumnFilterMenu
      label={`inspector.fields.${name}`}
      kind={filterKinds[name]}
      value={address.filters.columns[name] ?? ''}
      onFilter={(value) => address.setColumn(name, value)}
      {...(options && { options })}
      sort={{ direction, onSort: (next) => address.setSort(name, next === 'desc') }}
    />
  );
};
