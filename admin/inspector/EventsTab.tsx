import { DataTable, useTranslate } from 'react-admin';
import { detailGridPageSize } from '../../shared/rules/paging.ts';
import { DateTimeField } from '../components/DateTime.tsx';
import { RelatedList, RelatedTable } from '../components/RelatedList.tsx';
import type { MessageRow } from './messageColumns.tsx';

const label = (name: string) => `inspector.events.${name}`;
const newestFirst = { field: 'EventMessageId', order: 'DESC' } as const;

/** Events of a message, newest first (spec 1 section 7: events filtered by MailMessageId). */
export const EventsTab = ({ message }: { message: MessageRow }) => {
  const translate = useTranslate();
  return (
    <RelatedList
      reference="events"
      target="MailMessageId"
      sort={newestFirst}
      perPage={detailGridPageSize}
      empty={label('none')}
    >
      <RelatedTable label={translate(label('table'), { id: message.id })}>
        <DataTable.Col source="EventType" label={label('type')} />
        <DataTable.Col source="Origin" label={label('origin')} />
        <DataTable.Col source="Note" label={label('note')} />
        <DataTable.Col source="CreatedDate" label={label('created')} field={DateTimeField} />
        <DataTable.Col source="SystemReceivedDate" label={label('received')} field={DateTimeField} />
      </RelatedTable>
    </RelatedList>
  );
};
