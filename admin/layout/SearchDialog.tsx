import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import useAutocomplete, { type AutocompleteGroupedOption } from '@mui/material/useAutocomplete';
import useMediaQuery from '@mui/material/useMediaQuery';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { type ComponentProps, type Key, type KeyboardEvent, useContext, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { SearchResult } from '../../shared/contract/search.ts';
import { type SearchKind, searchTextLimits } from '../../shared/rules/globalSearch.ts';
import { serverMessages } from '../components/serverError.ts';
import { useClosedByRoute } from '../components/useClosedByRoute.ts';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { recentPages } from '../providers/recentPages.ts';
import { SearchClose } from './searchClose.ts';

interface Choice {
  readonly group: 'recent' | 'pages' | SearchKind;
  readonly label: string;
  readonly detail: string | null;
  readonly path: string;
}

const debounceMs = 250;
const maxPages = 5;

/** Results of the text that the user typed last; those of the text before stay while it is on its way, and are marked as stale. */
const useResults = (typed: string) => {
  const provider = useAppDataProvider();
  const settled = useDebouncedValue(typed, debounceMs);
  // Enter searches at once.
  const [flushed, setFlushed] = useState('');
  const text = flushed === typed ? typed : settled;
  const isLongEnough = typed.length >= searchTextLimits.min;
  const query = useQuery({
    queryKey: ['globalSearch', text],
    queryFn: ({ signal }) => provider.search.find({ body: { text } }, { signal }),
    enabled: isLongEnough && text.length >= searchTextLimits.min,
    placeholderData: keepPreviousData,
    // Texts and results may name persons: nothing of them stays after the dialog.
    gcTime: 0,
    retry: false,
  });
  const isStale =
    isLongEnough && query.error === null && (text !== typed || query.isPlaceholderData || query.isPending);
  return { query, isLongEnough, isStale, flush: () => setFlushed(typed) };
};

const choiceOf = ({ kind, label, detail, path }: SearchResult): Choice => ({ group: kind, label, detail, path });

/** Pages of the menu that the text names, and without a text those that the user opened last. */
const usePages = (typed: string): Choice[] => {
  const translate = useTranslate();
  const { menu } = useApp();
  const { pathname } = useLocation();
  if (typed === '') {
    return recentPages()
      .filter(({ path }) => path !== pathname)
      .map(({ path, title }) => ({ group: 'recent', label: title, detail: null, path }));
  }
  return menu
    .map(({ path, label }) => ({ group: 'pages', label: translate(label), detail: null, path }) as const)
    .filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
    .slice(0, maxPages);
};

type Group = AutocompleteGroupedOption<Choice>;
type DivProps = ComponentProps<'div'>;
type OptionProps = ReturnType<typeof useAutocomplete<Choice>>['getOptionProps'];

const optionStyle = {
  paddingX: 2,
  paddingY: 0.75,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  '&.Mui-focused': { backgroundColor: 'action.selected', boxShadow: 'inset 3px 0 0 currentColor' },
} as const;

/** An item of the list box, which owns options and groups only. */
const asGroup = { role: 'group' };

const Options = ({ group, id, getOptionProps }: { group: Group; id: string; getOptionProps: OptionProps }) => {
  const name = useTranslate()(`search.groups.${group.group}`);
  const headingId = `${id}-group-${group.key}`;
  return (
    <Box {...asGroup} aria-labelledby={headingId}>
      <Typography
        id={headingId}
        role="presentation"
        variant="overline"
        component="div"
        color="textSecondary"
        sx={{ paddingX: 2 }}
      >
        {name}
      </Typography>
      {group.options.map((option, index) => {
        // Typed for list items, which may have no role of a group around them.
        const { key, ...props } = getOptionProps({ option, index: group.index + index }) as DivProps & { key: Key };
        return (
          <Box key={key} {...props} sx={optionStyle}>
            <Typography variant="body2">{option.label}</Typography>
            {option.detail && (
              <Typography variant="caption" color="textSecondary" component="div">
                {option.detail}
              </Typography>
            )}
          </Box>
        );
      })}
    </Box>
  );
};

/** A combobox with its list box below, by MUI's useAutocomplete, which looks for its input at once: it has to be inside of the dialog. */
const SearchBox = ({ isNarrow }: { isNarrow: boolean }) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const close = useContext(SearchClose);
  const [input, setInput] = useState('');
  const typed = input.trim();
  const { query, isLongEnough, isStale, flush } = useResults(typed);
  const pages = usePages(typed);
  const found = isLongEnough && query.error === null ? (query.data?.items ?? []) : [];
  const choices = [...pages, ...found.map(choiceOf)];
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions, id } = useAutocomplete<Choice>({
    open: true,
    options: choices,
    value: null,
    inputValue: input,
    onInputChange: (_event, text, reason) => reason === 'input' && setInput(text),
    filterOptions: (options) => options,
    groupBy: ({ group }) => group,
    getOptionLabel: ({ label }) => label,
    getOptionKey: ({ group, path, label }) => `${group} ${path} ${label}`,
    isOptionEqualToValue: () => false,
    autoHighlight: true,
    onChange: (_event, choice) => {
      if (!choice) return;
      close();
      void navigate(choice.path);
    },
  });
  const onKeyDown = (event: KeyboardEvent & { defaultMuiPrevented?: boolean }) => {
    if (event.key === 'Escape') {
      // useAutocomplete keeps the key to itself where a list is open only.
      event.defaultMuiPrevented = true;
      event.stopPropagation();
      close();
    }
    // The highlighted result is of another text.
    if (event.key === 'Enter' && isStale) {
      event.defaultMuiPrevented = true;
      event.preventDefault();
      flush();
    }
  };
  const groups = groupedOptions as readonly Group[];
  const isNone = isLongEnough && !isStale && query.error === null && choices.length === 0;
  const status = isStale
    ? translate('search.searching')
    : isNone
      ? translate('search.none', { text: typed })
      : isLongEnough && query.error === null
        ? translate('search.count', { smart_count: choices.length })
        : '';
  return (
    <>
      <Box
        {...getRootProps({ onKeyDown })}
        sx={{ display: 'flex', gap: 1, padding: 1, paddingLeft: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        <InputBase
          fullWidth
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this box to search in it
          autoFocus
          placeholder={translate('search.label')}
          inputProps={{
            ...getInputProps(),
            'aria-label': translate('search.label'),
            maxLength: searchTextLimits.max,
            type: 'text',
          }}
        />
        <Button onClick={close} size="small">
          {translate('search.close')}
        </Button>
      </Box>
      <Box sx={{ height: 2 }}>{isStale && <LinearProgress sx={{ height: 2 }} />}</Box>
      <Box sx={{ overflow: 'auto', paddingBottom: 1, minHeight: 96, maxHeight: isNarrow ? 'none' : '60vh' }}>
        {groups.length > 0 && (
          <Box
            {...(getListboxProps() as DivProps)}
            aria-label={translate('search.results')}
            sx={{ opacity: isStale ? 0.6 : 1 }}
          >
            {groups.map((group) => (
              <Options key={group.key} group={group} id={id} getOptionProps={getOptionProps} />
            ))}
          </Box>
        )}
        {isLongEnough && query.error && (
          <Alert
            severity="error"
            sx={{ margin: 1 }}
            action={
              <Button color="inherit" size="small" onClick={() => void query.refetch()}>
                {translate('components.states.retry')}
              </Button>
            }
          >
            <strong>{translate('search.failed')}</strong>
            {serverMessages(query.error).map((text) => (
              <div key={text}>{text}</div>
            ))}
          </Alert>
        )}
        {isLongEnough &&
          !isStale &&
          (query.data?.more ?? []).map((kind) => (
            <Typography key={kind} variant="caption" color="textSecondary" component="div" sx={{ paddingX: 2 }}>
              {translate('search.more', { group: translate(`search.groups.${kind}`) })}
            </Typography>
          ))}
        {!isLongEnough && (
          <Typography variant="body2" color="textSecondary" sx={{ padding: 2 }}>
            {translate('search.hint', { count: searchTextLimits.min })}
          </Typography>
        )}
        <Typography
          component="output"
          variant="body2"
          color="textSecondary"
          sx={
            isNone
              ? { display: 'block', padding: 2 }
              : { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }
          }
        >
          {status}
        </Typography>
      </Box>
    </>
  );
};

/** Search over the platform. The text is in memory only: it is neither in the address of the page nor in that of the call. */
export const SearchDialog = () => {
  const translate = useTranslate();
  const close = useContext(SearchClose);
  const isNarrow = useMediaQuery('(max-width:599.95px)');
  useClosedByRoute(close);
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isNarrow}
      maxWidth="sm"
      onClose={close}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ paper: { 'aria-label': translate('layout.search'), sx: { marginTop: isNarrow ? 0 : 8 } } }}
    >
      <SearchBox isNarrow={isNarrow} />
    </Dialog>
  );
};
