import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import {
  LinkBase,
  ListBase,
  type ListBaseProps,
  ListContextProvider,
  ListView,
  type ListViewProps,
  useCreatePath,
  useListContext,
  useLocation,
  useNavigate,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { UNSAFE_DataRouterContext } from 'react-router-dom';
import { pageSizes } from '../../shared/rules/paging.ts';
import { listParams } from '../providers/listParams.ts';
import { LastRows, ListError } from './ListError.tsx';
import { ListKeys } from './ListKeys.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { PageHeader } from './PageHeader.tsx';
import { PagePagination } from './PagePagination.tsx';
import { ErrorState } from './ErrorState.tsx';

interface FailedPage {
  readonly page: number;
  readonly error: unknown;
}

/** A page after the first one that could not be loaded, while the filters are the same; react-admin goes back to the first page then. */
const useFailedPage = () => {
  const params = new URLSearchParams(useLocation().search);
  const page = Number(params.get('page'));
  const filter = params.get('filter');
  const [last, setLast] = useState<(FailedPage & { readonly filter: string | null }) | null>(null);
  const onError = (error: unknown) => {
    if (page > 1) setLast({ page, error, filter });
  };
  return { failed: last?.filter === filter ? last : null, onError, clear: () => setLast(null) };
};

/** The failure of such a page, above the rows of the first one, with a button that loads it again. */
const FailedPageError = ({ failed, clear }: { failed: FailedPage | null; clear: () => void }) => {
  const translate = useTranslate();
  const { page, setPage, error } = useListContext();
  if (!failed || error || page > 1) return null;
  return (
    <ErrorState
      error={failed.error}
      title={translate('components.paging.failed', { page: failed.page })}
      onRetry={() => {
        clear();
        setPage(failed.page);
      }}
    />
  );
};

/**
 * Whether page and page size of the address can be requested; what cannot is replaced in the address first. `pageSize`, the name of the
 * API and of the specification, becomes react-admin's `perPage`, and each of `filterNames` a value of its `filter`.
 */
const useCorrectedAddress = (sizes: readonly number[], filterNames: readonly string[]): boolean => {
  // react-admin's location: a list in ListAddress has its own form of the address, which needs no correction.
  const params = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  const names = filterNames.filter((name) => params.has(name));
  const hasAlias = params.has('pageSize') || names.length > 0;
  const corrected = listParams(params.get('page'), params.get('perPage') ?? params.get('pageSize'), sizes);
  const wrong = (['page', 'perPage'] as const).filter(
    (name) =>
      (params.has(name) || (name === 'perPage' && params.has('pageSize'))) &&
      params.get(name) !== String(corrected[name]),
  );
  const isCorrect = wrong.length === 0 && !hasAlias;
  useEffect(() => {
    if (isCorrect) return;
    const after = new URLSearchParams(params);
    after.delete('pageSize');
    for (const name of wrong) after.set(name, String(corrected[name]));
    if (names.length > 0)
      after.set('filter', JSON.stringify(Object.fromEntries(names.map((name) => [name, after.get(name)]))));
    for (const name of names) after.delete(name);
    navigate({ search: `?${after.toString()}` }, { replace: true });
  });
  return isCorrect;
};

const Frame = ({ children, className }: { children: ReactNode; className?: string }) => {
  const { isFetching } = useListContext();
  return (
    <Paper
      variant="outlined"
      className={className}
      aria-busy={isFetching}
      // After a delay, so that a list that is refreshed every few seconds does not flicker.
      sx={{ minWidth: 0, '&[aria-busy="true"] > .rows': { opacity: 0.6, transition: 'opacity 0s 300ms' } }}
    >
      <ListError />
      <div className="rows">{children}</div>
    </Paper>
  );
};

/** Link to the page of a new record of the resource. */
export const AddButton = ({ label }: { label: string }) => {
  const list = useCreatePath()({ resource: useResourceContext() ?? '', type: 'list' });
  return (
    <Button component={LinkBase} to={`${list}/add`} variant="contained" startIcon={<Add />}>
      {useTranslate()(label)}
    </Button>
  );
};

const viewStyle = {
  '& .RaList-actions, & .RaList-actions > .MuiToolbar-root': { flexWrap: { sm: 'wrap' } },
  '& .RaList-main': { minWidth: 0 },
  '& .RaList-actions form': { rowGap: 1, minHeight: { xs: 'auto', sm: 0 }, flex: { xs: '0 0 auto', sm: '1 1 auto' } },
};
/** A list that is the page stands on the page's background, one inside a page on that of its card. */
const pageStyle = {
  ...viewStyle,
  '& .RaList-actions, & .MuiTablePagination-root': { backgroundColor: 'background.default' },
};

interface ListPageProps
  extends Omit<ListBaseProps, 'children' | 'render' | 'empty'>,
    Pick<ListViewProps, 'actions' | 'filters' | 'pagination'> {
  /** Heading of the page, or the one under a filter; a list inside a page goes without. */
  title?: string | ((filter: Readonly<Record<string, unknown>>) => string);
  children: ReactNode;
  /** Beside the title: the primary action. */
  titleActions?: ReactNode;
  /** Between the title and the list. */
  intro?: ReactNode;
  /** Its rows can be selected; the help of the keys names the key. */
  selects?: boolean;
  /** Its rows open in place. */
  expands?: boolean;
  /** Page sizes; the first one is the default. */
  sizes?: readonly number[];
  /** Filters that an address may have as parameters of their own. */
  addressFilters?: readonly string[];
}

const noFilters: readonly string[] = [];
/** Without any, react-admin's FilterButton fails. */
const noInputs: React.ReactElement[] = [];

const Heading = ({ title, titleActions }: Pick<ListPageProps, 'title' | 'titleActions'>) => {
  const { filterValues } = useListContext();
  if (title === undefined) return null;
  return (
    <PageHeader
      title={typeof title === 'string' ? title : title(filterValues as Record<string, unknown>)}
      actions={titleActions}
    />
  );
};

/**
 * Takes no filter once the user has followed a link: until the next page has loaded this one stays on screen, and what is typed into its
 * search box arrives late and would replace the address of the next page.
 */
const UntilLeft = ({ children }: { children: ReactNode }) => {
  const list = useListContext();
  const { pathname } = useLocation();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const setFilters: typeof list.setFilters = (...filters) => {
    if (router === undefined || router.state.location.pathname === pathname) list.setFilters(...filters);
  };
  return (
    <ListContextProvider value={{ ...list, setFilters }}>
      <LastRows>{children}</LastRows>
    </ListContextProvider>
  );
};

/** react-admin's list below the heading of the page, with the keys of a list, our pager and error state. */
export const ListPage = (props: ListPageProps) => {
  const { title, titleActions, intro, selects = false, expands = false, sizes = pageSizes, ...rest } = props;
  const { actions, filters = noInputs, pagination, addressFilters = noFilters, children, ...list } = rest;
  const { failed, onError, clear } = useFailedPage();
  if (!useCorrectedAddress(sizes, addressFilters)) return null;
  return (
    <ListKeys selects={selects} expands={expands}>
      {/* The layout has checked the role rule of the page. */}
      <ListBase
        debounce={0}
        offline={false}
        disableAuthentication
        perPage={sizes[0]}
        {...list}
        queryOptions={{ onError, ...list.queryOptions }}
      >
        <UntilLeft>
          <Heading title={title} titleActions={titleActions} />
          {intro}
          <FailedPageError failed={failed} clear={clear} />
          <ListView
            title={false}
            empty={false}
            component={Frame}
            sx={title === undefined ? viewStyle : pageStyle}
            filters={filters}
            actions={actions ?? <ListToolbar />}
            pagination={pagination ?? <PagePagination sizes={sizes} />}
          >
            {children}
          </ListView>
        </UntilLeft>
      </ListBase>
    </ListKeys>
  );
};
