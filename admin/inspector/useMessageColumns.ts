import { useListColumns } from '../components/list/useListColumns.ts';
import { type ColumnName, columnNames } from './messageFilters.ts';

export interface MessageColumn {
  readonly name: ColumnName;
}

export const messageColumns: readonly MessageColumn[] = columnNames.map((name) => ({ name }));

/** Which columns the grid of messages shows. */
export const useMessageColumns = () =>
  useListColumns({
    key: 'messages.columns',
    offered: messageColumns,
    always: 'MailMessageId',
    labels: 'inspector.fields',
  });
export type MessageColumns = ReturnType<typeof useMessageColumns>;
