import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { lazy } from 'react';
import { gridPageSizes, searchDebounceMs } from '../../shared/rules/paging.ts';
import { DateRangePicker } from '../components/DateRangePicker.tsx';
import { ListTools } from '../components/list/ListTools.tsx';
import { PageSizeSelect } from '../components/PageSizeSelect.tsx';
import { SearchBox } from '../components/SearchBox.tsx';
import { messagesCommand } from './messageCommands.ts';
import { messageViews } from './messageViews.ts';
import type { MessageAddress } from './useMessageAddress.ts';
import type { MessageColumns } from './useMessageColumns.ts';

const ListCommand = lazy(() => import('../components/list/ListCommand.tsx'));

interface MessageToolbarProps {
  address: MessageAddress;
  columns: MessageColumns;
}

/** Search, period, views, columns and page size of the grid. */
export const MessageToolbar = ({ address, columns }: MessageToolbarProps) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', padding: 1.5 }}>
      <SearchBox
        label={translate('inspector.search')}
        value={address.filters.search}
        onSearch={address.setSearch}
        debounceMs={searchDebounceMs}
      />
      <DateRangePicker label="inspector.created" value={address.filters.range} onChange={address.setRange} />
      {address.isFiltered && (
        <Button size="small" onClick={address.clear}>
          {translate('inspector.clear')}
        </Button>
      )}
      <ListTools
        views={messageViews(address)}
        columns={columns}
        command={
          <ListCommand
            command={messagesCommand(address)}
            {...(address.filters.search !== '' && { note: 'inspector.commandNote' })}
          />
        }
      />
      <Box sx={{ marginLeft: 'auto' }}>
        <PageSizeSelect value={address.size} onChange={address.setSize} sizes={gridPageSizes} />
      </Box>
    </Box>
  );
};
