import { useTranslate } from 'react-admin';
import { DateTime } from '../components/DateTime.tsx';
import { DetailGrid } from './DetailGrid.tsx';
import type { MessageRow } from './messageRow.ts';
import { useDetailGrid } from './useDetailGrid.ts';

interface EventRow {
  readonly id: number;
  readonly Origin: string;
  readonly EventType: string;
  readonly Note: string | null;
  readonly CreatedDate: string;
  readonly SystemReceivedDate: string | null;
}

/** What happened to a message, newest first (spec 1 section 7: events filtered by MailMessageId). */
export const EventsTab = ({ message }: { message: MessageRow }) => {
  const translate = useTranslate();
  const word = (name: string) => translate(`inspector.events.${name}`, { id: message.id });
  const answer = useDetailGrid<EventRow>('events', {
    filter: { MailMessageId: message.id },
    field: 'EventMessageId',
    order: 'DESC',
  });
  return (
    <DetailGrid
      label={word('table')}
      answer={answer}
      none={word('none')}
      rowId={({ id }) => String(id)}
      columns={[
        { name: 'type', label: word('type'), render: ({ EventType }) => EventType },
        { name: 'origin', label: word('origin'), render: ({ Origin }) => Origin },
        { name: 'note', label: word('note'), render: ({ Note }) => Note ?? '' },
        { name: 'created', label: word('created'), render: ({ CreatedDate }) => <DateTime value={CreatedDate} /> },
        {
          name: 'received',
          label: word('received'),
          render: ({ SystemReceivedDate }) => SystemReceivedDate && <DateTime value={SystemReceivedDate} />,
        },
      ]}
    />
  );
};
