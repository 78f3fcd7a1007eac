import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { DataTable, LinkBase, useResourceContext, useTranslate } from 'react-admin';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { importPathOf } from '../bulk/importLists.ts';
import { AddButton, ListPage } from './ListPage.tsx';
import { ListSearch } from './ListSearch.tsx';
import { ListTable, RecordLink } from './ListTable.tsx';
import { ListToolbar } from './ListToolbar.tsx';

interface CatalogListProps
  extends Pick<ComponentProps<typeof ListToolbar>, 'columns' | 'command'>,
    Pick<ComponentProps<typeof ListPage>, 'intro'> {
  /** Filters after the search text. */
  filters?: readonly ReactElement[];
  /** Order of the list; by name without it. */
  sort?: ComponentProps<typeof ListPage>['sort'];
  noMatch?: ReactNode;
  /** Buttons before Import and Add. */
  actions?: ReactNode;
  /** Resource of the bulk actions that the Import button opens the import page with; without it there is no such button. */
  importResource?: string;
  /** Columns. */
  children: ReactNode;
}

/** List of records that organizations refer to; the keys of its texts begin with the resource. */
export const CatalogList = (props: CatalogListProps) => {
  const { columns, filters = [], sort, noMatch, actions, importResource, intro, command, children } = props;
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  return (
    <ListPage
      title={translate(`${resource}.title`)}
      titleActions={
        <>
          {actions}
          {importResource && <ImportButton action={`${importResource}.create`} />}
          <AddButton label={`${resource}.add`} />
        </>
      }
      intro={intro}
      filters={[<ListSearch key="q" source="q" alwaysOn label={`${resource}.search`} />, ...filters]}
      actions={<ListToolbar columns={columns} {...(command && { command })} />}
      sort={sort ?? { field: 'name', order: 'ASC' }}
    >
      <ListTable emptyText={`${resource}.none`} noMatch={noMatch}>
        {children}
      </ListTable>
    </ListPage>
  );
};

/** Opens the import page with a bulk action. */
export const ImportButton = ({ action }: { action: string }) => (
  <Button component={LinkBase} to={`${importPathOf(action)}?action=${action}`} startIcon={<UploadFile />}>
    {useTranslate()('records.import')}
  </Button>
);

/** The name, which links to the record; a function, because the table reads the props of its columns. */
export const nameColumn = () => (
  <DataTable.Col source="name" render={({ name }) => <RecordLink>{String(name)}</RecordLink>} />
);
