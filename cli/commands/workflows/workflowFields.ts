import type { GridFilter, WorkflowDetail, WorkflowRow } from '../../../shared/contract/exchangeSchemas.ts';
import { channels, directions, stepErrors, workflowStatuses, workflowSteps } from '../../../shared/rules/exchange.ts';
import { workflowTypes } from '../../../shared/rules/workflow.ts';
import type { ArgumentSpec, FieldList, OptionSpec } from '../../command.ts';
import type { Context } from '../../context.ts';
import type { Row } from '../../output/fields.ts';
import { givenMoment } from '../../output/givenMoment.ts';
import { givenText, givenWord } from '../../output/givenText.ts';
import { givenId } from './givenId.ts';

export const workflowArgument: ArgumentSpec = { name: '<workflow>', summary: 'id of the workflow' };

export const typeOption: OptionSpec = {
  flags: '--type <type>',
  summary: 'MessageSendWorkflow, MessageReceiveWorkflow or ProcessWorkflow',
  group: 'Selection',
  choices: workflowTypes,
};

/** What the grid can be narrowed by, as flags. */
export interface WorkflowFilters {
  readonly status?: string;
  readonly type?: string;
  readonly channel?: string;
  readonly direction?: string;
  readonly org?: string;
  readonly step?: string;
  readonly error?: string;
  readonly from?: string;
  readonly to?: string;
  readonly since?: string;
  readonly until?: string;
}

export const filterOptions: readonly OptionSpec[] = [
  { flags: '--status <status>', summary: 'only in this state', group: 'Selection', choices: workflowStatuses },
  typeOption,
  { flags: '--channel <channel>', summary: 'how the message travels', group: 'Selection', choices: channels },
  { flags: '--direction <direction>', summary: 'seen from the organization', group: 'Selection', choices: directions },
  { flags: '--org <id>', summary: 'only of this organization', group: 'Selection' },
  { flags: '--step <step>', summary: 'only those that failed at this step', group: 'Selection' },
  { flags: '--error <error>', summary: 'only those that failed for this, such as no-route', group: 'Selection' },
  { flags: '--from <text>', summary: 'part of the sender', group: 'Selection' },
  { flags: '--to <text>', summary: 'part of a recipient', group: 'Selection' },
  { flags: '--since <moment>', summary: 'made from then on: 7d, 2026-08-21', group: 'Selection' },
  { flags: '--until <moment>', summary: 'made before then', group: 'Selection' },
];

const momentOf = (context: Context, flag: string, text: string): string =>
  new Date(givenMoment(context, flag, givenText(flag, text))).toISOString();

const stepNames = [...new Set(Object.values(workflowSteps).flat())];
const errorCodes = Object.keys(stepErrors);

/** The flags as the column filters of the grid; one that is given filters, or is refused. */
export const gridFilters = (context: Context, given: WorkflowFilters): GridFilter[] => {
  const equal = { status: given.status, type: given.type, channel: given.channel, direction: given.direction };
  const { org, step, error, from, to } = given;
  const named = {
    organizationId: org === undefined ? undefined : givenId(givenText('--org', org), 'an organization', 'orgs list'),
    failedStep: step === undefined ? undefined : givenWord('--step', step, stepNames),
    errorCode: error === undefined ? undefined : givenWord('--error', error, errorCodes),
  };
  const filters: GridFilter[] = [];
  for (const [field, value] of Object.entries({ ...equal, ...named }))
    if (value !== undefined) filters.push({ field: field as GridFilter['field'], mode: 'equals', value });
  if (from !== undefined) filters.push({ field: 'sender', mode: 'contains', value: givenText('--from', from) });
  if (to !== undefined) filters.push({ field: 'mailTo', mode: 'contains', value: givenText('--to', to) });
  const { since, until } = given;
  if (since !== undefined)
    filters.push({ field: 'createdTime', mode: 'gte', value: momentOf(context, '--since', since) });
  if (until !== undefined)
    filters.push({ field: 'createdTime', mode: 'lt', value: momentOf(context, '--until', until) });
  return filters;
};

export const rowFields: FieldList = {
  all: [
    'id',
    'type',
    'status',
    'channel',
    'direction',
    'createdTime',
    'completedTime',
    'duration',
    'organizationId',
    'organizationName',
    'mailMessageId',
    'hispMessageId',
    'sender',
    'mailTo',
    'failedStep',
    'errorCode',
    'steps',
  ],
  table: ['id', 'createdTime', 'status', 'errorCode', 'failedStep', 'channel', 'organizationName', 'type'],
  since: 'createdTime',
};

/** A row of the grid, flat. */
export const rowOf = ({ mailMessage, workflow, ...row }: WorkflowRow, isTable: boolean): Row => ({
  ...row,
  mailMessageId: mailMessage.mailMessageId,
  sender: mailMessage.sender,
  mailTo: mailMessage.mailTo,
  steps: isTable
    ? workflow.steps.map(({ stepName, status }) => `${stepName} ${status}`).join(', ')
    : workflow.steps.map(({ stepName, status, elapsed, attempts, errorCode }) => ({
        stepName,
        status,
        elapsed,
        attempts,
        errorCode,
      })),
});

export const detailFields: FieldList = {
  all: [
    'id',
    'type',
    'status',
    'channel',
    'direction',
    'organizationId',
    'organizationName',
    'mailMessageId',
    'hispMessageId',
    'createdTime',
    'completedTime',
    'correlationId',
    'command',
    'steps',
    'deliveries',
    'notifications',
    'related',
    'retries',
    'version',
  ],
  table: [
    'id',
    'type',
    'status',
    'channel',
    'direction',
    'organizationName',
    'mailMessageId',
    'createdTime',
    'completedTime',
    'steps',
    'deliveries',
    'related',
    'retries',
  ],
};

const stepText = ({ stepName, status, elapsed, attempts, error }: WorkflowDetail['steps'][number]): string =>
  [
    stepName,
    status,
    elapsed === null ? '' : `${elapsed} ms`,
    attempts > 1 ? `${attempts} attempts` : '',
    error === null ? '' : `(${error})`,
  ]
    .filter(Boolean)
    .join(' ');

/** A workflow as a record; in a table its parts are a line of words each. */
export const detailOf = (workflow: WorkflowDetail, isTable: boolean): Row =>
  isTable
    ? {
        ...workflow,
        steps: workflow.steps.map(stepText),
        deliveries: workflow.deliveries.map(({ recipient, status, error }) =>
          [recipient, status, error === null ? '' : `(${error})`].filter(Boolean).join(' '),
        ),
        related: workflow.related.map(
          ({ relation, type, status, id, mailMessageId }) =>
            `${relation}: ${type} ${status} ${id} of message ${mailMessageId}`,
        ),
        retries: workflow.retries.map(({ at, by, stepName, reason }) => `${at} ${stepName} by ${by}: ${reason ?? '-'}`),
      }
    : { ...workflow };
