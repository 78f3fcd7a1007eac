import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { DataTable, LinkBase, useTranslate } from 'react-admin';
import type { Notification, WorkflowDetail } from '../../shared/contract/exchangeSchemas.ts';
import { displayMessage } from '../../shared/rules/message.ts';
import { notificationStatusOf, notificationTypeOf } from '../../shared/rules/notification.ts';
import { detailGridPageSize } from '../../shared/rules/paging.ts';
import { DateTime, DateTimeField } from '../components/DateTime.tsx';
import { DurationField } from '../components/Duration.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import { StatusChip, StatusField } from '../components/StatusChip.tsx';
import { messageAddress, type MessageRow } from './messageColumns.tsx';
import { useMessageWorkflows } from './messageWorkflows.ts';
import { metaText, StepsTable } from './StepsTable.tsx';
import { Timeline } from './Timeline.tsx';

const label = (name: string) => `inspector.workflows.${name}`;

/** The workflows of a message: the one that received or sends it, and the one that processed its documents. */
export const WorkflowsTab = ({ message }: { message: MessageRow }) => {
  const { main, processing, workflows } = useMessageWorkflows(message);
  return (
    <>
      <QueryState query={main} failed={label('failed')} rows={5} />
      {workflows.length > 0 && <Timeline workflows={workflows} />}
      {workflows.map((workflow) => (
        <WorkflowSection key={workflow.id} workflow={workflow} messageId={message.id} />
      ))}
      {processing.error && <QueryState query={processing} failed={label('failed')} />}
      {workflows.length > 0 && (
        <NotificationsTable notifications={workflows.flatMap(({ notifications }) => notifications)} />
      )}
    </>
  );
};

interface WorkflowSectionProps {
  workflow: WorkflowDetail;
  /** The message of the page; the link to another one has its number. */
  messageId: number;
}

/** One workflow: its command, steps, deliveries and retries, and the related workflows. */
const WorkflowSection = ({ workflow, messageId }: WorkflowSectionProps) => {
  return (
    <Box sx={{ paddingTop: 1.5 }}>
      <Typography variant="h6" component="h2" sx={{ marginBottom: 1 }}>
        {workflow.type}
      </Typography>
      <LabeledValues>
        <LabeledValue label={label('status')}>
          <StatusChip status={workflow.status} />
        </LabeledValue>
        {workflow.mailMessageId !== messageId && (
          <LabeledValue label="inspector.record.label">
            <MessageLink id={workflow.mailMessageId} />
          </LabeledValue>
        )}
        <LabeledValue label={label('created')}>
          <DateTime value={workflow.createdTime} />
        </LabeledValue>
        <LabeledValue label={label('completed')}>
          {workflow.completedTime && <DateTime value={workflow.completedTime} />}
        </LabeledValue>
        <LabeledValue label={label('command')}>{metaText(workflow.command)}</LabeledValue>
        <LabeledValue label={label('correlation')}>{workflow.correlationId}</LabeledValue>
        {workflow.related.length > 0 && (
          <LabeledValue label={label('lineage')}>
            {workflow.related.map((link) => (
              <RelatedMessage key={link.id} link={link} messageId={messageId} />
            ))}
          </LabeledValue>
        )}
      </LabeledValues>
      <StepsTable workflow={workflow} />
      {workflow.deliveries.length > 0 && <DeliveriesTable deliveries={workflow.deliveries} />}
      {workflow.retries.length > 0 && <RetriesTable retries={workflow.retries} />}
    </Box>
  );
};

const MessageLink = ({ id }: { id: number }) => (
  <Link component={LinkBase} to={messageAddress(id)}>
    {useTranslate()(label('message'), { id })}
  </Link>
);

interface RelatedMessageProps {
  link: WorkflowDetail['related'][number];
  messageId: number;
}

/** Relation of another workflow to this one, with the message it works on where that is another one. */
const RelatedMessage = ({ link: { relation, type, status, mailMessageId }, messageId }: RelatedMessageProps) => {
  const translate = useTranslate();
  // Parent and child have a text for each type, such as sent from or processed by.
  const relationText = translate(`inspector.relations.${relation}.${type}`, { _: relation });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}>
      <span>{translate(label('related'), { relation: relationText, type })}</span>
      <StatusChip status={status} />
      {mailMessageId === messageId ? (
        <span>{translate(label('sameMessage'))}</span>
      ) : (
        <MessageLink id={mailMessageId} />
      )}
    </Box>
  );
};

const SubTitle = ({ name }: { name: string }) => (
  <Typography variant="subtitle2" component="h3" sx={{ paddingTop: 1 }}>
    {useTranslate()(label(name))}
  </Typography>
);

type DeliveryRow = WorkflowDetail['deliveries'][number] & { readonly id: string };

/** State of the delivery to each recipient; a local one links to the message it became. */
const DeliveriesTable = ({ deliveries }: Pick<WorkflowDetail, 'deliveries'>) => {
  const rows: DeliveryRow[] = deliveries.map((delivery) => ({ ...delivery, id: delivery.recipient }));
  return (
    <>
      <SubTitle name="deliveries" />
      <LocalList resource="deliveries" rows={rows} perPage={detailGridPageSize}>
        <RelatedTable label={label('deliveries')}>
          <DataTable.Col source="recipient" label={label('recipient')} />
          <DataTable.Col<DeliveryRow> source="route" label={label('route')} render={({ route }) => route ?? '-'} />
          <DataTable.Col source="status" label={label('status')} field={StatusField} />
          <DataTable.Col source="at" label={label('at')} field={DateTimeField} />
          <DataTable.Col<DeliveryRow>
            source="deliveredMailMessageId"
            label="inspector.record.label"
            render={({ deliveredMailMessageId: id }) => id !== null && <MessageLink id={id} />}
          />
          <DataTable.Col source="error" label={label('error')} />
        </RelatedTable>
      </LocalList>
    </>
  );
};

/** Retries of a workflow by users, with their reasons. */
const RetriesTable = ({ retries }: Pick<WorkflowDetail, 'retries'>) => (
  <>
    <SubTitle name="retries" />
    <LocalList
      resource="workflowretries"
      rows={retries.map((retry) => ({ ...retry, id: `${retry.at} ${retry.stepName}` }))}
      perPage={detailGridPageSize}
    >
      <RelatedTable label={label('retries')}>
        <DataTable.Col source="at" label={label('at')} field={DateTimeField} />
        <DataTable.Col source="by" label={label('by')} />
        <DataTable.Col source="stepName" label={label('step')} />
        <DataTable.Col source="reason" label={label('reason')} />
      </RelatedTable>
    </LocalList>
  </>
);

const EmptyNotifications = () => (
  <Typography color="textSecondary" sx={{ paddingY: 2 }}>
    {useTranslate()(label('noNotifications'))}
  </Typography>
);

/** Notifications about the message and their states (spec 1 sections 3 and 4); texts are cut (spec 1 section 2). */
const NotificationsTable = ({ notifications }: { notifications: readonly Notification[] }) => (
  <>
    <Typography variant="h6" component="h2" sx={{ paddingTop: 1.5 }}>
      {useTranslate()(label('notifications'))}
    </Typography>
    <LocalList
      resource="notifications"
      rows={notifications}
      perPage={detailGridPageSize}
      empty={<EmptyNotifications />}
    >
      <RelatedTable label={label('notifications')}>
        <DataTable.Col<Notification>
          source="type"
          label={label('type')}
          render={({ type }) => notificationTypeOf(type)}
        />
        <DataTable.Col source="target" label={label('target')} />
        <DataTable.Col<Notification>
          source="status"
          label={label('status')}
          render={({ status }) => <StatusChip status={notificationStatusOf(status)} />}
        />
        <DataTable.Col source="createdAt" label={label('created')} field={DateTimeField} />
        <DataTable.Col source="completedAt" label={label('completedAt')} field={DateTimeField} />
        <DataTable.Col source="duration" label={label('duration')} align="right" field={DurationField} />
        <DataTable.Col source="attemptCount" label={label('attempts')} align="right" />
        <DataTable.Col<Notification>
          source="messages"
          label={label('messages')}
          render={({ messages }) => displayMessage(messages.join(' '))}
        />
      </RelatedTable>
    </LocalList>
  </>
);
