import Bookmarks from '@mui/icons-material/BookmarksOutlined';
import FilterList from '@mui/icons-material/FilterList';
import Terminal from '@mui/icons-material/Terminal';
import ViewColumn from '@mui/icons-material/ViewColumnOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover, { type PopoverActions } from '@mui/material/Popover';
import { useTranslate } from 'react-admin';
import { lazy, type MouseEvent, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { ListViewsSource } from './listViews.ts';
import type { ListColumns } from './useListColumns.ts';

const ListViews = lazy(() => import('./ListViews.tsx'));
const ListColumnChoice = lazy(() => import('./ListColumnChoice.tsx'));

type Tool = 'filters' | 'views' | 'columns' | 'command';
/** Known before the content has arrived, so that the box finds its place on the screen at once. */
const widths: Record<Tool, number> = { filters: 520, views: 440, columns: 340, command: 480 };
/** Tools that fit behind an icon; filters have a word and a number. */
const icons = [
  ['views', Bookmarks],
  ['columns', ViewColumn],
  ['command', Terminal],
] as const;

interface ListToolsProps {
  columns: ListColumns;
  /** Drawn when it is opened; what makes the command may be loaded then. */
  command: ReactNode;
  /** None where the list is a part of a page that has its own. */
  views?: ListViewsSource | undefined;
  filters?: { readonly count: number; readonly renderPanel: (close: () => void) => ReactNode };
}

/** Beyond the specification: filters, saved views, columns and the list as a command, each loaded when it is first opened. */
export const ListTools = ({ columns, command, views, filters }: ListToolsProps) => {
  const translate = useTranslate();
  const [open, setOpen] = useState<{ tool: Tool; anchor: HTMLElement } | null>(null);
  const opens = (tool: Tool) => ({
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': open?.tool === tool,
    onClick: (event: MouseEvent<HTMLElement>) => setOpen({ tool, anchor: event.currentTarget }),
  });
  const place = useRef<PopoverActions>(null);
  const close = () => setOpen(null);
  const count = filters?.count ?? 0;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      {filters && (
        <Button size="small" startIcon={<FilterList />} color={count > 0 ? 'primary' : 'inherit'} {...opens('filters')}>
          {translate(count > 0 ? 'components.list.tools.filtersOn' : 'components.list.tools.filters', { count })}
        </Button>
      )}
      {icons
        .filter(([tool]) => tool !== 'views' || views)
        .map(([tool, Icon]) => (
          <IconButton
            key={tool}
            title={translate(`components.list.tools.${tool}`)}
            aria-label={translate(`components.list.tools.${tool}`)}
            {...opens(tool)}
          >
            <Icon fontSize="small" />
          </IconButton>
        ))}
      {open && (
        <Popover
          open
          action={place}
          anchorEl={open.anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{
            paper: {
              role: 'dialog',
              'aria-label': translate(`components.list.tools.${open.tool}`),
              sx: { width: widths[open.tool], border: 1, borderColor: 'divider' },
            },
          }}
        >
          <Suspense fallback={<Box sx={{ height: 160 }} />}>
            <Arrived onArrival={() => place.current?.updatePosition()}>
              {open.tool === 'filters' && filters?.renderPanel(close)}
              {open.tool === 'views' && views && <ListViews source={views} onClose={close} />}
              {open.tool === 'columns' && <ListColumnChoice columns={columns} onClose={close} />}
              {open.tool === 'command' && command}
            </Arrived>
          </Suspense>
        </Popover>
      )}
    </Box>
  );
};

interface ArrivedProps {
  onArrival: () => void;
  children: ReactNode;
}

/** The content is taller than what stood in for it: the box finds its place again, so that all of it is on a low screen. */
const Arrived = ({ onArrival, children }: ArrivedProps) => {
  useLayoutEffect(onArrival, [onArrival]);
  return children;
};
