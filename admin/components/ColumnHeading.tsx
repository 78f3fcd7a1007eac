import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TableSortLabel from '@mui/material/TableSortLabel';
import { type TranslateFunction, useDataTableRenderContext, useListContext, useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { type Choice, ColumnFilterMenu, type FilterKind } from './ColumnFilterMenu.tsx';
import { FilterSelect } from './FilterSelect.tsx';

/** A column of a grid: its heading filters and sorts. */
export interface GridColumn<Row = never> {
  readonly source: string;
  /** Key of the heading. */
  readonly label: string;
  readonly isNumber?: boolean;
  /** The server cannot sort by it. */
  readonly unsorted?: boolean;
  readonly filter?: {
    readonly name: string;
    readonly kind: FilterKind;
    readonly options?: readonly Choice[];
    /** Value in the menu and filters of a chosen value, where they are not the filter itself. */
    readonly read?: (filters: Filters) => string;
    readonly write?: (value: string) => Filters;
  };
  readonly render: (row: Row) => ReactNode;
  /** Cell of the CSV file. */
  readonly text: (row: Row, translate: TranslateFunction) => string;
}
type Filters = Readonly<Record<string, string>>;

/** Filters of the list as its address has them. */
export const useGridFilters = () => {
  const list = useListContext();
  const filters = list.filterValues as Filters;
  /** An empty value takes the filter away. */
  const change = (values: Filters) =>
    list.setFilters(Object.fromEntries(Object.entries({ ...filters, ...values }).filter(([, value]) => value !== '')));
  return { filters, change };
};

const FilterMenu = ({ column: { source, label, unsorted = false, filter } }: { column: GridColumn }) => {
  const translate = useTranslate();
  const { sort, setSort } = useListContext();
  const { filters, change } = useGridFilters();
  if (!filter) return null;
  const value = filter.read?.(filters) ?? filters[filter.name] ?? '';
  const options = filter.options?.map(({ id, name }) => ({ id, name: translate(name, { _: name }) }));
  // A link may have several values at once.
  const isSeveral = value !== '' && filter.kind === 'select' && !options?.some(({ id }) => id === value);
  return (
    <ColumnFilterMenu
      label={label}
      kind={filter.kind}
      value={value}
      onFilter={(next) => change(filter.write?.(next) ?? { [filter.name]: next })}
      {...(options && {
        options: isSeveral ? [...options, { id: value, name: value.replaceAll(',', ', ') }] : options,
      })}
      {...(!unsorted && {
        sort: {
          direction: sort.field === source ? (sort.order === 'ASC' ? 'asc' : 'desc') : undefined,
          onSort: (direction) => setSort({ field: source, order: direction === 'asc' ? 'ASC' : 'DESC' }),
        },
      })}
    />
  );
};

/** Heading of a column with its filter menu (spec 1 section 2, shared pieces); in a card the text alone. */
export const ColumnHeading = ({ column }: { column: GridColumn }) => {
  const text = useTranslate()(column.label);
  const { sort, setSort } = useListContext();
  if (useDataTableRenderContext() !== 'header') return text;
  const isActive = sort.field === column.source;
  const isAscending = isActive && sort.order === 'ASC';
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.25 }}>
      {column.unsorted ? (
        text
      ) : (
        <TableSortLabel
          active={isActive}
          direction={isAscending ? 'asc' : 'desc'}
          onClick={() => setSort({ field: column.source, order: isActive && !isAscending ? 'ASC' : 'DESC' })}
        >
          {text}
        </TableSortLabel>
      )}
      <FilterMenu column={column} />
    </Box>
  );
};

interface CardHeadingsProps {
  columns: readonly GridColumn[];
  sizes: readonly number[];
}

/** Filters, order and page size above cards: they have no headings, and react-admin's pager of a narrow screen no page size. */
export const CardHeadings = ({ columns, sizes }: CardHeadingsProps) => {
  const translate = useTranslate();
  const { sort, setSort, perPage, setPerPage } = useListContext();
  const isDescending = sort.order === 'DESC';
  const turn = translate(isDescending ? 'components.filter.ascending' : 'components.filter.descending');
  const Arrow = isDescending ? ArrowDownward : ArrowUpward;
  return (
    <Box sx={{ padding: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
        {columns
          .filter(({ filter }) => filter)
          .map((column) => (
            <Box
              key={column.source}
              component="span"
              sx={{ display: 'inline-flex', alignItems: 'center', fontSize: 12 }}
            >
              {translate(column.label)}
              <FilterMenu column={column} />
            </Box>
          ))}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, paddingTop: 1 }}>
        <FilterSelect
          label={translate('components.grid.sortBy')}
          value={sort.field}
          options={columns
            .filter(({ unsorted }) => !unsorted)
            .map(({ source, label }) => ({ id: source, name: translate(label) }))}
          onChange={(field) => setSort({ field, order: sort.order })}
        />
        <IconButton
          size="small"
          title={turn}
          aria-label={turn}
          onClick={() => setSort({ field: sort.field, order: isDescending ? 'ASC' : 'DESC' })}
        >
          <Arrow fontSize="small" />
        </IconButton>
        <FilterSelect
          label={translate('components.paging.size')}
          value={String(perPage)}
          options={sizes.map((size) => ({ id: String(size), name: String(size) }))}
          onChange={(size) => setPerPage(Number(size))}
          sx={{ minWidth: 120 }}
        />
      </Box>
    </Box>
  );
};
