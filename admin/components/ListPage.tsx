import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { LinkBase, List, type ListProps, useListContext, useResourceContext, useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { ListKeys } from './ListKeys.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { PageHeader } from './PageHeader.tsx';
import { PagePagination } from './PagePagination.tsx';

/** A failed list: the old rows stay below it, and Retry sends the request again. */
export const ListError = () => {
  const translate = useTranslate();
  const { error, data, refetch } = useListContext();
  if (!error) return null;
  return (
    <ErrorState
      error={error}
      {...(data ? { title: translate('components.table.stale') } : {})}
      onRetry={() => void refetch()}
    />
  );
};

/** The list's own error state reports a failure, so react-admin's notification is off. */
const queryOptions = { onError: () => undefined };

const Frame = ({ children, className }: { children: ReactNode; className?: string }) => {
  const { isFetching } = useListContext();
  return (
    <Paper variant="outlined" className={className} aria-busy={isFetching} sx={{ minWidth: 0 }}>
      <ListError />
      <Box sx={{ opacity: isFetching ? 0.6 : 1 }}>{children}</Box>
    </Paper>
  );
};

/** Link to the page of a new record of the resource. */
export const AddButton = ({ label }: { label: string }) => {
  const resource = useResourceContext();
  return (
    <Button component={LinkBase} to={`/admin/${resource}/add`} variant="contained" startIcon={<Add />}>
      {useTranslate()(label)}
    </Button>
  );
};

interface ListPageProps extends Omit<ListProps, 'title'> {
  title: string;
  /** Beside the title: the primary action. */
  titleActions?: ReactNode;
  /** Between the title and the list. */
  intro?: ReactNode;
}

/** react-admin's List below the heading of the page, with the keys of a list, our pager and error state. */
export const ListPage = ({ title, titleActions, intro, children, ...props }: ListPageProps) => (
  <ListKeys>
    <PageHeader title={title} actions={titleActions} />
    {intro}
    <List
      title={false}
      empty={false}
      debounce={0}
      component={Frame}
      queryOptions={queryOptions}
      actions={<ListToolbar />}
      pagination={<PagePagination />}
      {...props}
    >
      {children}
    </List>
  </ListKeys>
);
