import { DataTable, useGetManyReference, useTranslate } from 'react-admin';
import { exchangeLimits } from '../../shared/rules/exchange.ts';
import { sizeInK } from '../../shared/rules/message.ts';
import { detailGridPageSize } from '../../shared/rules/paging.ts';
import { DateTimeField } from '../components/DateTime.tsx';
import { DurationField } from '../components/Duration.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { RelatedList, RelatedTable } from '../components/RelatedList.tsx';
import type { MessageRow } from './messageColumns.tsx';

const label = (name: string) => `inspector.processing.${name}`;
const queryOptions = { onError: () => undefined };
const byId = { field: 'ConversionId', order: 'ASC' } as const;

/** Documents made of the attachments of a received message (spec 1 sections 2 and 3); their names are masked. */
export const ProcessingTab = ({ message }: { message: MessageRow }) => {
  const translate = useTranslate();
  const attachments = useGetManyReference(
    'attachments',
    {
      target: 'MailMessageId',
      id: message.id,
      pagination: { page: 1, perPage: exchangeLimits.attachments },
      sort: { field: 'MailAttachmentId', order: 'ASC' },
      filter: {},
    },
    queryOptions,
  );
  return (
    <QueryState query={attachments}>
      {(rows) =>
        rows.length === 0 ? (
          translate(label('noAttachments'))
        ) : (
          <RelatedList
            record={{ id: message.id, attachmentIds: rows.map(({ id }) => id as number) }}
            source="attachmentIds"
            reference="conversions"
            target="MailAttachmentId"
            sort={byId}
            perPage={detailGridPageSize}
            empty={label('none')}
          >
            <RelatedTable label={translate(label('table'), { id: message.id })}>
              <DataTable.Col source="DocumentName" label={label('DocumentName')} />
              <DataTable.Col source="DocumentExtension" label={label('DocumentExtension')} />
              <DataTable.Col<{ id: number; DocumentSize: number }>
                source="DocumentSize"
                label={label('DocumentSize')}
                align="right"
                render={({ DocumentSize }) => sizeInK(DocumentSize)}
              />
              <DataTable.Col source="ProcessTime" label={label('ProcessTime')} align="right" field={DurationField} />
              <DataTable.Col source="SystemName" label={label('SystemName')} />
              <DataTable.Col source="Date" label={label('Date')} field={DateTimeField} />
            </RelatedTable>
          </RelatedList>
        )
      }
    </QueryState>
  );
};
