import { useTranslate } from 'react-admin';
import { isCalendarDate } from '../../../shared/rules/dates.ts';
import { ColumnFilterMenu } from '../../components/ColumnFilterMenu.tsx';
import { optionsOf } from './gridWords.ts';
import type { WorkflowGrid } from './useWorkflowGrid.ts';
import type { WorkflowColumn } from './workflowColumns.tsx';

/** Filter and order of a column. A day chosen in the menu is that whole day; finer spans come from links and from the picker. */
export const HeadingFilter = ({ column, grid }: { column: WorkflowColumn; grid: WorkflowGrid }) => {
  const translate = useTranslate();
  const { filter, sort } = column;
  if (!filter) return null;
  const value = grid.filters[filter.name] ?? '';
  const isDay = filter.kind === 'date';
  const options = optionsOf(filter.name, translate);
  // A link may ask for several at once.
  const several = value !== '' && filter.kind === 'select' && !options.some(({ id }) => id === value);
  return (
    <ColumnFilterMenu
      label={`workflows.columns.${column.name}`}
      kind={filter.kind}
      value={isDay && !(isCalendarDate(value) && grid.filters.to === value) ? '' : value}
      options={several ? [...options, { id: value, name: value.replaceAll(',', ', ') }] : options}
      onFilter={(next) => {
        if (isDay) grid.setFilters({ from: next, to: next });
        else grid.setFilter(filter.name, next);
      }}
      {...(sort && {
        sort: {
          direction: grid.sort === sort ? (grid.descending ? ('desc' as const) : ('asc' as const)) : undefined,
          onSort: (direction) => grid.setSort(sort, direction),
        },
      })}
    />
  );
};
