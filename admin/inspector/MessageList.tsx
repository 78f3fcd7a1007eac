import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useNavigate, useTranslate } from 'react-admin';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { ListFooter } from '../components/ListFooter.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { ListKeys } from '../components/ListKeys.tsx';
import { MessageCards } from './MessageCards.tsx';
import { messageAddress } from './messageColumns.tsx';
import { MessageListActions } from './MessageListActions.tsx';
import type { MessageRow } from './messageRow.ts';
import { MessageSelectionBar } from './MessageSelectionBar.tsx';
import { MessageTable } from './MessageTable.tsx';
import { MessageToolbar } from './MessageToolbar.tsx';
import { allOpen, withRowToggled } from './openRows.ts';
import { useExpandKeys } from './useExpandKeys.ts';
import { useMessageAddress } from './useMessageAddress.ts';
import { useMessageColumns } from './useMessageColumns.ts';
import { useMessageList } from './useMessageList.ts';
import { useMessageSelection } from './useMessageSelection.ts';

/** The grid of messages (spec 1 section 2). */
export const MessageList = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'));
  const address = useMessageAddress();
  const columns = useMessageColumns();
  const list = useMessageList(address);
  const { rows, total, error, isFetching, refresh } = list;
  const selection = useMessageSelection(rows ?? []);
  const expandAll = (open: boolean) => address.setOpen(open ? allOpen : '');
  useExpandKeys(expandAll);
  const Rows = narrow ? MessageCards : MessageTable;
  const onExpand = ({ id }: MessageRow) =>
    address.setOpen(
      withRowToggled(
        address.open,
        id,
        (rows ?? []).map((row) => row.id),
      ),
    );
  return (
    <ListKeys selects expands>
      <PageHeader
        title={translate('inspector.title')}
        actions={<MessageListActions address={address} list={list} columns={columns} onExpandAll={expandAll} />}
      />
      <Paper variant="outlined" aria-busy={isFetching}>
        <MessageToolbar address={address} columns={columns} />
        {selection.ids.length > 0 && <MessageSelectionBar selection={selection} />}
        {error && (
          <ErrorState
            error={error}
            {...(rows ? { title: translate('components.table.stale') } : {})}
            onRetry={refresh}
          />
        )}
        {!rows && !error && <LoadingRows rows={address.size} />}
        {rows && rows.length > 0 && (
          <Box sx={{ opacity: isFetching ? 0.6 : 1 }}>
            <Rows
              rows={rows}
              columns={columns.columns}
              address={address}
              selection={selection}
              onOpen={({ id }) => navigate(messageAddress(id, address.query))}
              onExpand={onExpand}
            />
          </Box>
        )}
        {rows?.length === 0 && (
          <EmptyState
            text={translate(address.isFiltered ? 'inspector.noMatch' : 'inspector.none')}
            action={address.isFiltered && <Button onClick={address.clear}>{translate('inspector.clear')}</Button>}
          />
        )}
        {rows && <ListFooter total={total} page={address.page} size={address.size} onPage={address.setPage} />}
      </Paper>
    </ListKeys>
  );
};
