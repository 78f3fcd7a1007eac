import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type SubmitEvent, useId, useState } from 'react';
import type { DirectoryListing } from '../../../shared/contract/directory.ts';
import {
  type DirectoryField,
  directoryResultsHeightPx,
  directorySearchText,
  isNearBottom,
} from '../../../shared/rules/directory.ts';
import { states } from '../../../shared/rules/states.ts';
import { cappedCount } from '../../../shared/rules/textDisplay.ts';
import { EmptyState } from '../EmptyState.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { FilterSelect } from '../FilterSelect.tsx';
import { LoadingRows } from '../LoadingRows.tsx';
import { fieldErrorsOf } from '../serverError.ts';
import { DialogForm, useReopened } from '../FormDraft.tsx';
import { InviteDialog, inviteTitle } from './InviteDialog.tsx';
import { ListingRow } from './ListingRow.tsx';
import { type ListName, listNames, useDirectorySearch } from './useDirectorySearch.ts';

export interface DirectorySelection {
  readonly selected: readonly DirectoryListing[];
  readonly onToggle: (listing: DirectoryListing) => void;
}

interface FindProviderProps {
  tab: ListName;
  onTabChange: (tab: ListName) => void;
  /** Shows checkboxes for the addresses. */
  selection?: DirectorySelection;
}

const noValues = { firstName: '', lastName: '', organizationName: '', city: '', state: '', zip: '' };
const zipDigits = 9;

/** The search of the provider directory (spec 2 section 2, dialog 11). What the user typed is in memory only: it may name a person. */
export const FindProvider = ({ tab, onTabChange, selection }: FindProviderProps) => {
  const translate = useTranslate();
  const [values, setValues] = useState(noValues);
  const [isEmpty, setIsEmpty] = useState(false);
  const [isInviting, setIsInviting] = useState(false);
  useReopened(inviteTitle, () => setIsInviting(true));
  const search = useDirectorySearch();
  const { query, lists, isSearching } = search;
  const fieldErrors = fieldErrorsOf(query.error);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // Events of a portal bubble to the page's own form.
    event.stopPropagation();
    setIsEmpty(!search.start(values));
  };
  const set = (field: DirectoryField) => (value: string) => {
    setIsEmpty(false);
    setValues((before) => ({ ...before, [field]: value }));
  };
  const input = (field: DirectoryField, change: (text: string) => string = (text) => text) => (
    <TextField
      label={translate(`directory.fields.${field}`)}
      value={values[field]}
      onChange={(event) => set(field)(change(event.target.value))}
      error={fieldErrors[field] !== undefined}
      helperText={fieldErrors[field]}
      autoComplete="off"
      slotProps={{ htmlInput: { maxLength: 100, ...(field === 'zip' ? { inputMode: 'numeric' } : {}) } }}
    />
  );
  const stateOptions = [
    { id: '', name: translate('directory.anyState') },
    ...states.map(({ code, name }) => ({ id: code, name })),
  ];
  return (
    <>
      <Box component="form" noValidate onSubmit={submit} aria-label={translate('directory.title')}>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            paddingTop: 1,
          }}
        >
          {input('firstName')}
          {input('lastName')}
          {input('organizationName')}
          {input('city')}
          <FilterSelect
            label={translate('directory.fields.state')}
            value={values.state}
            options={stateOptions}
            onChange={set('state')}
            sx={{}}
          />
          {input('zip', (text) => text.replace(/\D/g, '').slice(0, zipDigits))}
        </Box>
        {/* Enter presses the first submit button, and does nothing where that one is disabled. */}
        <input type="submit" hidden />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, paddingTop: 2 }}>
          <Button type="submit" variant="contained" disabled={isSearching}>
            {translate('directory.search')}
          </Button>
          <Link component="button" type="button" variant="body2" onClick={() => setIsInviting(true)}>
            {translate('directory.notFound')}
          </Link>
        </Box>
        <Box aria-live="polite">
          {isEmpty && (
            <Typography variant="body2" color="error" sx={{ paddingTop: 1 }}>
              {directorySearchText}
            </Typography>
          )}
        </Box>
      </Box>
      {isSearching && <LoadingRows rows={3} />}
      {!isSearching && query.error && !lists && Object.keys(fieldErrors).length === 0 && (
        <ErrorState error={query.error} title={translate('directory.failed')} onRetry={() => void query.refetch()} />
      )}
      {!isSearching && lists && (
        <Results search={{ ...search, lists }} tab={tab} onTabChange={onTabChange} selection={selection} />
      )}
      {/* Also within a dialog whose button has named its own form. */}
      <DialogForm value={undefined}>{isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}</DialogForm>
    </>
  );
};

type Search = ReturnType<typeof useDirectorySearch>;

interface ResultsProps {
  search: Search & { readonly lists: NonNullable<Search['lists']> };
  tab: ListName;
  onTabChange: (tab: ListName) => void;
  selection: DirectorySelection | undefined;
}

const Results = ({ search: { query, lists, isNationalUnavailable }, tab, onTabChange, selection }: ResultsProps) => {
  const translate = useTranslate();
  const id = useId();
  const { items, total, isSimilar } = lists[tab];
  const other = tab === 'providers' ? 'organizations' : 'providers';
  const label = (name: ListName) => translate(`directory.tabs.${name}`, { count: cappedCount(lists[name].total) });
  const loadMore = () => {
    if (items.length < total && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  };
  return (
    <Box>
      {isNationalUnavailable && (
        <Alert severity="warning" sx={{ marginBottom: 1 }}>
          {translate('directory.nationalUnavailable')}
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={(_event, name: ListName) => onTabChange(name)}
        aria-label={translate('directory.results')}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {listNames.map((name) => (
          <Tab key={name} value={name} id={`${id}-${name}`} aria-controls={`${id}-panel`} label={label(name)} />
        ))}
      </Tabs>
      <Box
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${tab}`}
        // Scrolled with the arrow keys.
        tabIndex={0}
        key={tab}
        onScroll={({ currentTarget }) => isNearBottom(currentTarget) && loadMore()}
        sx={{ maxHeight: directoryResultsHeightPx, overflowY: 'auto' }}
      >
        {isSimilar && (
          <Alert severity="info" sx={{ margin: 1 }}>
            {translate('directory.similar')}
          </Alert>
        )}
        {total === 0 && (
          <EmptyState
            text={`directory.none.${tab}`}
            action={
              lists[other].total > 0 && (
                <Button onClick={() => onTabChange(other)}>{translate(`directory.show.${other}`)}</Button>
              )
            }
          />
        )}
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {items.map((listing, index) => (
            <ListingRow
              // Entries have no id, and those without an address may look alike.
              key={`${index} ${listing.directAddress}`}
              listing={listing}
              selection={
                selection && {
                  isSelected: selection.selected.some(({ directAddress }) => directAddress === listing.directAddress),
                  onToggle: () => selection.onToggle(listing),
                }
              }
            />
          ))}
        </Box>
        {query.isFetchingNextPage && <LoadingRows rows={1} />}
        {query.isFetchNextPageError && (
          <ErrorState
            error={query.error}
            title={translate('directory.moreFailed')}
            onRetry={() => void query.fetchNextPage()}
          />
        )}
      </Box>
      <output style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}>
        {translate('directory.found', { providers: lists.providers.total, organizations: lists.organizations.total })}
      </output>
    </Box>
  );
};
