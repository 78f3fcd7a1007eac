import Button from '@mui/material/Button';
import { DataTable, SelectInput, useRecordContext, useTranslate } from 'react-admin';
import type { WebhookDelivery } from '../../shared/contract/webhooks.ts';
import { webhookDeliveryStatuses } from '../../shared/rules/webhook.ts';
import { DialogButton } from '../components/actions.tsx';
import { DateTimeField } from '../components/DateTime.tsx';
import { DialogFrame } from '../components/DialogFrame.tsx';
import { NoMatch } from '../components/EmptyState.tsx';
import { ListPage } from '../components/ListPage.tsx';
import { actionsColumn, ListTable } from '../components/ListTable.tsx';
import { DeliveryDetail } from './DeliveryDetail.tsx';
import { DeliveryStatusChip } from './webhookStates.tsx';

const label = (field: string) => `webhooks.deliveries.fields.${field}`;

const filters = [
  <SelectInput
    margin="none"
    key="status"
    source="status"
    alwaysOn
    label={label('status')}
    emptyText="webhooks.all"
    helperText={false}
    choices={webhookDeliveryStatuses.map((id) => ({ id, name: `webhooks.deliveries.statuses.${id}` }))}
  />,
];

/** The delivery log of a webhook, newest event first. */
export const WebhookDeliveries = ({ webhookId }: { webhookId: string }) => {
  const translate = useTranslate();
  return (
    <ListPage
      resource="webhookdeliveries"
      filter={{ webhookId }}
      storeKey={false}
      sort={{ field: 'sequence', order: 'DESC' }}
      filters={filters}
    >
      <ListTable
        emptyText="webhooks.deliveries.none"
        noMatch={<NoMatch text="webhooks.deliveries.noMatch" />}
        rowClick={false}
        aria-label={translate('webhooks.deliveries.title')}
      >
        <DataTable.Col source="sequence" label={label('sequence')} disableSort />
        <DataTable.Col<WebhookDelivery>
          source="eventType"
          label={label('eventType')}
          disableSort
          render={({ isTest, eventType }) => (isTest ? translate('webhooks.deliveries.isTest') : eventType)}
        />
        <DataTable.Col source="occurredAt" label={label('occurredAt')} disableSort field={DateTimeField} />
        <DataTable.Col<WebhookDelivery>
          source="status"
          label={label('status')}
          disableSort
          render={DeliveryStatusChip}
        />
        <DataTable.NumberCol source="attemptCount" label={label('attemptCount')} disableSort />
        <DataTable.Col<WebhookDelivery>
          source="responseStatus"
          label={label('responseStatus')}
          disableSort
          render={({ responseStatus }) => responseStatus ?? '–'}
        />
        <DataTable.Col source="nextAttemptAt" label={label('nextAttemptAt')} disableSort field={DateTimeField} />
        <DataTable.Col source={actionsColumn} label={label('actions')} disableSort>
          <DetailButton />
        </DataTable.Col>
      </ListTable>
    </ListPage>
  );
};

const DetailButton = () => {
  const translate = useTranslate();
  const delivery = useRecordContext<WebhookDelivery>();
  if (!delivery) return null;
  const { id, sequence } = delivery;
  return (
    <DialogButton
      size="small"
      label="webhooks.deliveries.open"
      aria-label={translate('webhooks.deliveries.openNamed', { sequence })}
      renderDialog={(close) => (
        <DialogFrame
          title={translate('webhooks.deliveries.detail', { sequence })}
          maxWidth="md"
          actions={<Button onClick={close}>{translate('webhooks.deliveries.close')}</Button>}
          onClose={close}
        >
          <DeliveryDetail id={id} />
        </DialogFrame>
      )}
    />
  );
};
