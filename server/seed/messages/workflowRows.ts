import { stepErrors } from '../../../shared/rules/exchange.ts';
import type { WorkflowType } from '../../../shared/rules/workflow.ts';
import { kinds } from '../lookupRows.ts';
import { seededId } from '../random.ts';
import type { Row, TableRows } from '../rowsOfEach.ts';
import { firstMessageId, type History, type HistoryMessage } from './history.ts';
import { type WorkflowPlan, workflowsOf } from './workflowPlans.ts';

function* plans(history: History): Generator<readonly [HistoryMessage, WorkflowPlan]> {
  for (const message of history.all()) for (const plan of workflowsOf(message)) yield [message, plan];
}

const moment = (at: number | null) => (at === null ? null : new Date(at));

/** What was asked for, as the engine notes it. */
const commands: Readonly<Record<WorkflowType, object>> = {
  MessageSendWorkflow: { name: 'SendMessage', attachmentsAs: 'Original', recipients: 1 },
  MessageReceiveWorkflow: { name: 'ReceiveMessage' },
  ProcessWorkflow: { name: 'ProcessMessage' },
};

function* workflowRows(history: History): Generator<Row> {
  for (const [message, plan] of plans(history)) {
    yield [
      plan.id,
      plan.type,
      plan.status,
      message.channel,
      message.isIntake ? 'Inbound' : 'Outbound',
      message.organizationId,
      message.id,
      message.hispMessageId,
      `history-${message.index}`,
      commands[plan.type],
      new Date(plan.created),
      new Date(plan.ended),
      plan.parentId,
      plan.failedStep,
      plan.error,
    ];
  }
}

function* stepRows(history: History): Generator<Row> {
  for (const [, { id, steps }] of plans(history)) {
    for (const [ordinal, { name, status, start, end, attempts, error, meta, history: tried }] of steps.entries()) {
      yield [
        id,
        ordinal,
        name,
        status,
        moment(start),
        moment(end),
        attempts,
        error,
        error && stepErrors[error],
        meta,
        JSON.stringify(tried),
      ];
    }
  }
}

function* eventRows(history: History): Generator<Row> {
  let id = 1;
  for (const [message, plan] of plans(history)) {
    for (const [eventType, at, note] of eventsOf(message, plan)) {
      yield [
        id,
        message.id,
        message.origin,
        eventType,
        note,
        new Date(at),
        message.isIntake ? new Date(message.at) : null,
      ];
      id += 1;
    }
  }
}

type EventSeed = readonly [eventType: string, at: number, note: string | null];

function eventsOf(message: HistoryMessage, { type, status, created, ended, error }: WorkflowPlan): EventSeed[] {
  const received: EventSeed[] = type === 'MessageReceiveWorkflow' ? [['Received', created, null]] : [];
  if (status === 'Failed') return [...received, ['Failed', ended, error]];
  if (type === 'ProcessWorkflow') return [['Processed', ended, null]];
  if (type === 'MessageReceiveWorkflow') return received;
  return [
    ['Delivered', ended, message.recipient],
    ['Sent', ended, null],
  ];
}

function* deliveryRows(history: History): Generator<Row> {
  for (const [message, plan] of plans(history)) {
    if (plan.type !== 'MessageSendWorkflow') continue;
    const isLocal = message.arrivedAs !== undefined;
    const reached = plan.failedStep === null || plan.failedStep === 'Deliver';
    const status = plan.error === null ? 'Delivered' : plan.error === 'delivery-unknown' ? 'Unknown' : 'Failed';
    yield [
      message.id,
      message.recipient,
      reached ? (isLocal || plan.error === 'recipient-disabled' ? 'Local' : 'Relay') : null,
      reached || plan.error === 'no-route' ? status : 'Pending',
      message.arrivedAs === undefined ? null : firstMessageId + message.arrivedAs,
      reached ? new Date(plan.ended) : null,
      plan.error,
    ];
  }
}

const email = 10;
const webhook = 20;
const completed = 2;
const failed = 3;

/** One in three messages that came in is announced by mail, one in ten to a webhook that now and then does not answer. */
function* notificationRows(history: History): Generator<Row> {
  let number = 0;
  for (const [message, plan] of plans(history)) {
    if (plan.type !== 'MessageReceiveWorkflow' || plan.status === 'Failed') continue;
    const isWebhook = message.index % 10 === 1;
    if (!isWebhook && message.index % 3 !== 0) continue;
    const host = message.recipient.split('@')[1]?.replace('.direct.', '.') ?? 'carepost.example';
    const gone = isWebhook && message.index % 130 === 1;
    yield [
      seededId(kinds.notification, number),
      plan.id,
      isWebhook ? webhook : email,
      isWebhook ? `https://${host}/hooks/messages` : `alerts@${host}`,
      gone ? failed : completed,
      new Date(plan.ended),
      new Date(plan.ended + (gone ? 400_000 : 150)),
      gone ? 5 : 1,
      gone
        ? Array.from({ length: 5 }, () => 'The other side answered 503.')
        : [isWebhook ? 'The other side answered 200.' : 'Sent.'],
    ];
    number += 1;
  }
}

const words = (text: string) => text.split(' ');

/** Workflows with all that hangs on them. */
export const workflowTables = (history: History): TableRows[] => [
  {
    table: 'workflows',
    columns: words(
      'id type status channel direction organization_id mail_message_id hisp_message_id correlation_id command created_time completed_time parent_id failed_step error_code',
    ),
    rows: workflowRows(history),
  },
  {
    table: 'workflow_steps',
    columns: words('workflow_id ordinal step_name status start_time end_time attempts error_code error meta history'),
    rows: stepRows(history),
  },
  {
    table: 'event_messages',
    columns: words('id mail_message_id origin event_type note created_date system_received_date'),
    rows: eventRows(history),
  },
  {
    table: 'deliveries',
    columns: words('mail_message_id recipient route status delivered_mail_message_id at error'),
    rows: deliveryRows(history),
  },
  {
    table: 'notifications',
    columns: words('id workflow_id type target status created_at completed_at attempt_count messages'),
    rows: notificationRows(history),
  },
];
