import { DataTable, useResourceContext, useTranslate } from 'react-admin';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { AddButton, ListPage } from './ListPage.tsx';
import { ListSearch } from './ListSearch.tsx';
import { ListTable, RecordLink } from './ListTable.tsx';
import { ListToolbar } from './ListToolbar.tsx';

interface CatalogListProps extends Pick<ComponentProps<typeof ListToolbar>, 'columns'> {
  /** Filters after the search text. */
  filters?: readonly ReactElement[];
  /** Order of the list; by name without it. */
  sort?: ComponentProps<typeof ListPage>['sort'];
  noMatch?: ReactNode;
  /** Columns. */
  children: ReactNode;
}

/** List of records that organizations refer to; the keys of its texts begin with the resource. */
export const CatalogList = ({ columns, filters = [], sort, noMatch, children }: CatalogListProps) => {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  return (
    <ListPage
      title={translate(`${resource}.title`)}
      titleActions={<AddButton label={`${resource}.add`} />}
      filters={[<ListSearch key="q" source="q" alwaysOn label={`${resource}.search`} />, ...filters]}
      actions={<ListToolbar columns={columns} />}
      sort={sort ?? { field: 'name', order: 'ASC' }}
    >
      <ListTable emptyText={`${resource}.none`} noMatch={noMatch}>
        {children}
      </ListTable>
    </ListPage>
  );
};

/** The name, which links to the record; a function, because the table reads the props of its columns. */
export const nameColumn = () => (
  <DataTable.Col source="name" render={({ name }) => <RecordLink>{String(name)}</RecordLink>} />
);
