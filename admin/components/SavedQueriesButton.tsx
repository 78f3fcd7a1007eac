import Bookmarks from '@mui/icons-material/BookmarksOutlined';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {
  Button,
  extractValidSavedQueries,
  ListContextProvider,
  RemoveSavedQueryDialog,
  TextInput,
  useListContext,
  useNavigate,
  useSavedQueries,
  useTranslate,
} from 'react-admin';
import { useState } from 'react';
import { rangeOf, rangePresets } from '../../shared/rules/dateRange.ts';
import { dayOf } from '../../shared/rules/dates.ts';
import { savedViewLimits, savedViewProblem } from '../../shared/rules/savedView.ts';
import { FormDialog } from './FormDialog.tsx';
import { reactAdminSearch } from './ListAddress.tsx';
import { textAt } from './RecordForm.tsx';

type Filters = Readonly<Record<string, string>>;

interface SavedQueriesButtonProps {
  /** Filters that are not saved: they may be about a patient. */
  personal: readonly string[];
  /** Message key of the text that says so. */
  note: string;
}

/**
 * react-admin's saved queries without personal filters. Its FilterButton would save all filters, and says nothing of what is left out.
 * Days that are a period of the picker are saved as that period, so that "Last 7 Days" means seven days whenever the query is opened.
 */
export const SavedQueriesButton = ({ personal, note }: SavedQueriesButtonProps) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const list = useListContext();
  const [queries, setQueries] = useSavedQueries(list.resource);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<'add' | 'remove' | null>(null);
  const saved = extractValidSavedQueries(queries);
  const filterValues = savedFilters(list.filterValues as Filters, personal);
  const current = JSON.stringify({
    filter: filterValues,
    sort: list.sort,
    perPage: list.perPage,
    displayedFilters: {},
  });
  const isCurrent = ({ value }: (typeof saved)[number]) => JSON.stringify(value) === current;
  const openDialog = (name: 'add' | 'remove') => {
    setAnchor(null);
    setDialog(name);
  };
  const openQuery = ({ value: { filter, sort, perPage } }: (typeof saved)[number]) => {
    setAnchor(null);
    navigate({
      search: reactAdminSearch({
        filter: filter as Filters,
        page: 1,
        perPage: perPage ?? list.perPage,
        sort: sort ?? list.sort,
      }),
    });
  };
  return (
    <>
      <Button
        label="components.list.tools.views"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Bookmarks />
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': translate('components.list.tools.views') } }}
      >
        {saved.map((query) => (
          <MenuItem key={query.label} selected={isCurrent(query)} onClick={() => openQuery(query)}>
            {query.label}
          </MenuItem>
        ))}
        <MenuItem divider={saved.length > 0} onClick={() => openDialog('add')}>
          {translate('ra.saved_queries.new_label')}
        </MenuItem>
        {saved.some(isCurrent) && (
          <MenuItem onClick={() => openDialog('remove')}>{translate('ra.saved_queries.remove_label')}</MenuItem>
        )}
        <MenuItem disabled sx={{ whiteSpace: 'normal', maxWidth: 320 }}>
          {translate(note)}
        </MenuItem>
      </Menu>
      {dialog === 'add' && (
        <AddViewDialog
          others={saved.map(({ label }) => label)}
          onSave={(label) =>
            setQueries([
              ...saved,
              {
                label,
                value: {
                  filter: filterValues,
                  sort: list.sort,
                  perPage: list.perPage,
                  displayedFilters: noFilterInputs,
                },
              },
            ])
          }
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'remove' && (
        <ListContextProvider value={{ ...list, filterValues, displayedFilters: {} }}>
          <RemoveSavedQueryDialog open onClose={() => setDialog(null)} />
        </ListContextProvider>
      )}
    </>
  );
};

const noFilterInputs = {} as never[]; // its type is an array, but react-admin writes an object, and compares by it

interface AddViewDialogProps {
  /** Names of the saved views. */
  others: readonly string[];
  onSave: (name: string) => void;
  onClose: () => void;
}

/** react-admin's dialog takes any name, also an empty one and one that another view has. */
const AddViewDialog = ({ others, onSave, onClose }: AddViewDialogProps) => {
  const translate = useTranslate();
  const label = 'ra.saved_queries.query_name';
  const nameRule = (name: unknown) => {
    const problem = savedViewProblem(typeof name === 'string' ? name : '', others);
    return problem === null ? undefined : `${translate(label)} ${problem}.`;
  };
  return (
    <FormDialog
      title="ra.saved_queries.new_dialog_title"
      submitLabel="ra.action.save"
      defaultValues={{ name: '' }}
      onSubmit={async ({ name }) => onSave(name.trim())}
      onClose={onClose}
    >
      <TextInput {...textAt('name', savedViewLimits.name, nameRule)} label={label} />
    </FormDialog>
  );
};

const savedFilters = ({ from, to, ...others }: Filters, personal: readonly string[]): Record<string, string> => {
  const today = dayOf(new Date());
  const period = rangePresets.find((preset) => {
    const days = rangeOf(preset, today);
    return days.from === from && days.to === to;
  });
  const days: Record<string, string> = period === undefined ? { ...(from && { from }), ...(to && { to }) } : { period };
  const allowed = Object.entries(others).filter(([name]) => name !== 'q' && !personal.includes(name));
  return { ...days, ...Object.fromEntries(allowed) };
};
