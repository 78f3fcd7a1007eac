import type { useTranslate } from 'react-admin';
import { exportFileName } from '../../shared/rules/exportFile.ts';
import type { SaveFile } from '../components/saveFile.ts';
import type { AppDataProvider } from '../providers/dataProvider.ts';
import { exportRows } from '../tasks/exportRows.ts';
import type { ReportOutcome } from '../tasks/reportTask.ts';
import type { TaskStore } from '../tasks/taskStore.ts';
import type { ColumnName } from './messageFilters.ts';
import { type MessageRow, messagesResource, statusOf, typeKey } from './messageRow.ts';
import type { MessageAddress } from './useMessageAddress.ts';
import type { MessageColumn } from './useMessageColumns.ts';
import { questionOf } from './useMessageList.ts';

/** Most messages one export holds, and how many are asked for at a time. */
export const exportMax = 10_000;
const pageSize = 1000;

interface MessageExport {
  readonly provider: AppDataProvider;
  readonly tasks: TaskStore;
  readonly translate: ReturnType<typeof useTranslate>;
  readonly address: MessageAddress;
  readonly columns: readonly MessageColumn[];
}

type Cells = Record<ColumnName, (row: MessageRow) => string>;

const cellsFor = (translate: MessageExport['translate']): Cells => ({
  MailMessageId: ({ id }) => String(id),
  Sender: ({ Sender }) => Sender,
  MailTo: ({ MailTo }) => MailTo,
  Origin: ({ Origin }) => Origin,
  Channel: ({ Channel }) => Channel,
  OrganizationName: ({ OrganizationName }) => OrganizationName,
  Status: statusOf,
  Type: ({ Type }) => translate(typeKey(Type)),
  CreatedDate: ({ CreatedDate }) => CreatedDate,
  SystemReceivedDate: ({ SystemReceivedDate }) => SystemReceivedDate ?? '',
});

/** Saves the messages the grid shows, all pages of them up to the cap, as CSV a spreadsheet takes no formula from. Never throws. */
export const exportMessages = (
  { provider, tasks, translate, address, columns }: MessageExport,
  save?: SaveFile,
): Promise<ReportOutcome> => {
  const now = new Date();
  const { sort, filter } = questionOf(address);
  // What arrives from now on would push rows from one page to the next.
  const until = { ...filter, CreatedDate_lte: now.toISOString() };
  const cells = cellsFor(translate);
  const job = {
    title: 'inspector.export.task',
    fileName: exportFileName('', 'Messages', now),
    headings: columns.map(({ name }) => translate(`inspector.fields.${name}`)),
    cells: (row: MessageRow) => columns.map(({ name }) => cells[name](row)),
    rowId: ({ id }: MessageRow) => String(id),
    pageSize,
    most: exportMax,
    page: async (number: number, signal: AbortSignal) => {
      const pagination = { page: number, perPage: pageSize };
      const answer = await provider.getList<MessageRow>(messagesResource, { sort, filter: until, pagination, signal });
      return { rows: answer.data, total: answer.total ?? answer.data.length };
    },
  };
  return save === undefined ? exportRows(tasks, job) : exportRows(tasks, job, save);
};
