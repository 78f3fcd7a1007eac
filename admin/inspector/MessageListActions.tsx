import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import Refresh from '@mui/icons-material/Refresh';
import UnfoldLess from '@mui/icons-material/UnfoldLess';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import type SvgIcon from '@mui/material/SvgIcon';
import IconButton from '@mui/material/IconButton';
import { useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { exportMax, exportMessages } from './messageExport.ts';
import type { MessageAddress } from './useMessageAddress.ts';
import type { MessageColumns } from './useMessageColumns.ts';
import type { MessageListState } from './useMessageList.ts';

interface MessageListActionsProps {
  address: MessageAddress;
  list: MessageListState;
  columns: MessageColumns;
  onExpandAll: (open: boolean) => void;
}

/** What can be done with the whole grid. */
export const MessageListActions = ({ address, list, columns, onExpandAll }: MessageListActionsProps) => (
  <>
    <HeaderIcon icon={UnfoldMore} name="inspector.expandAll" onClick={() => onExpandAll(true)} />
    <HeaderIcon icon={UnfoldLess} name="inspector.collapseAll" onClick={() => onExpandAll(false)} />
    <HeaderIcon icon={Refresh} name="inspector.refresh" onClick={list.refresh} disabled={list.isFetching} />
    <ExportButton address={address} columns={columns} total={list.total} />
  </>
);

interface HeaderIconProps {
  icon: typeof SvgIcon;
  name: string;
  onClick: () => void;
  disabled?: boolean;
}

const HeaderIcon = ({ icon: Icon, name, onClick, disabled = false }: HeaderIconProps) => {
  const translate = useTranslate();
  const words = translate(name);
  return (
    <IconButton size="small" title={words} aria-label={words} disabled={disabled} onClick={onClick}>
      <Icon fontSize="small" />
    </IconButton>
  );
};

const number = new Intl.NumberFormat('en-US');

interface ExportButtonProps {
  address: MessageAddress;
  columns: MessageColumns;
  total: number;
}

/** The export runs in the task tray, which shows its progress and its end; a second one waits for the first. */
const ExportButton = ({ address, columns, total }: ExportButtonProps) => {
  const { tasks } = useApp();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const translate = useTranslate();
  const [running, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    if (total > exportMax) {
      const counts = { total: number.format(total), count: number.format(exportMax) };
      notify('inspector.export.capped', { type: 'info', messageArgs: counts });
    }
    await exportMessages({ provider, tasks, translate, address, columns: columns.columns });
    setRunning(false);
  };
  return (
    <HeaderIcon
      icon={FileDownload}
      name="inspector.export.label"
      disabled={running || total === 0}
      onClick={() => void run()}
    />
  );
};
