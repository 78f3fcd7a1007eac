import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { durationText } from '../../shared/rules/duration.ts';
import { exchangeLimits } from '../../shared/rules/exchange.ts';
import { sizeInK } from '../../shared/rules/message.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { DateTime } from '../components/DateTime.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import type { AttachmentRow } from './attachmentRow.ts';
import { DetailGrid } from './DetailGrid.tsx';

import { useDetailGrid } from './useDetailGrid.ts';
import type { MessageRow } from './messageRow.ts';

interface ConversionRow {
  readonly id: number;
  readonly DocumentName: string;
  readonly DocumentExtension: string;
  readonly DocumentSize: number;
  readonly ProcessTime: number;
  readonly SystemName: string;
  readonly Date: string;
}

/** Documents made of the attachments of a message that came in (spec 1 sections 2 and 3); their names are masked. */
export const ProcessingTab = ({ message }: { message: MessageRow }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const word = (name: string) => translate(`inspector.processing.${name}`, { id: message.id });
  const attachments = useQuery({
    queryKey: ['attachments', 'all', message.id],
    queryFn: ({ signal }) =>
      provider.getList<AttachmentRow>('attachments', {
        pagination: { page: 1, perPage: exchangeLimits.attachments },
        sort: { field: 'MailAttachmentId', order: 'ASC' },
        filter: { MailMessageId: message.id },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const ids = attachments.data?.data.map(({ id }) => id) ?? [];
  const answer = useDetailGrid<ConversionRow>('conversions', {
    filter: { MailAttachmentId: ids },
    field: 'ConversionId',
    enabled: ids.length > 0,
  });
  if (attachments.error) return <ErrorState error={attachments.error} onRetry={() => void attachments.refetch()} />;
  if (attachments.data && ids.length === 0) return <>{word('noAttachments')}</>;
  return (
    <DetailGrid
      label={word('table')}
      answer={answer}
      none={word('none')}
      rowId={({ id }) => String(id)}
      columns={[
        { name: 'name', label: word('DocumentName'), render: ({ DocumentName }) => DocumentName },
        { name: 'extension', label: word('DocumentExtension'), render: (row) => row.DocumentExtension },
        { name: 'size', label: word('DocumentSize'), align: 'right', render: (row) => sizeInK(row.DocumentSize) },
        { name: 'time', label: word('ProcessTime'), align: 'right', render: (row) => durationText(row.ProcessTime) },
        { name: 'system', label: word('SystemName'), render: ({ SystemName }) => SystemName },
        { name: 'date', label: word('Date'), render: (row) => <DateTime value={row.Date} /> },
      ]}
    />
  );
};
