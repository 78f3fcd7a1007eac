import type { WorkflowDetail, WorkflowRow } from '../../shared/contract/exchangeSchemas.ts';
import type { FailureGroup } from '../../shared/contract/retryjobs.ts';
import { channels, directions, workflowStatuses } from '../../shared/rules/exchange.ts';
import { workflowTypes } from '../../shared/rules/workflow.ts';
import { type Command, selectionFlag } from '../command.ts';
import { pick, type Row } from '../output/fields.ts';
import { defined } from '../../shared/rules/defined.ts';
import { fieldsOf, listCommand, pagesCommand, showCommand } from '../records/commandBuilders.ts';
import { gridPageFlags } from '../tree/flags.ts';
import { jobCommands } from './workflows/retryJobs.ts';
import { bulkRetry } from './workflows/workflowBulkRetry.ts';
import {
  errorCodes,
  filterFlags,
  gridFilters,
  periodFlags,
  stepNames,
  timeOfFlag,
  typeFlag,
  workflowArgument,
} from './workflows/workflowFilters.ts';
import { retry } from './workflows/workflowRetry.ts';

const rowOf = ({ mailMessage, workflow, ...row }: WorkflowRow, isTable: boolean): Row => ({
  ...row,
  mailMessageId: mailMessage.mailMessageId,
  sender: mailMessage.sender,
  mailTo: mailMessage.mailTo,
  steps: isTable
    ? workflow.steps.map(({ stepName, status }) => `${stepName} ${status}`).join(', ')
    : workflow.steps.map((step) => pick(step, ['stepName', 'status', 'elapsed', 'attempts', 'errorCode'])),
});

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

/** A workflow for a table: each step, delivery, related workflow and retry is a line of text. */
const tableDetail = (workflow: WorkflowDetail): Row => ({
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
});

/** The key of a group's row: what its workflows have in common. */
const groupKey = ({ workflowType, stepName, errorCode, channel, direction, organizationId }: FailureGroup): string =>
  [workflowType, stepName, errorCode, channel, direction, organizationId].filter((part) => part !== null).join('/');

const failureFields = fieldsOf(
  'retryjobs.failureGroups',
  ['count', 'workflowType', 'stepName', 'errorCode', 'channel', 'direction', 'lastAt'],
  { workflowType: workflowTypes, stepName: stepNames, errorCode: errorCodes },
);

export const commands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    aliases: ['ls', 'search'],
    summary: 'List workflows with their status and where they failed, newest first',
    options: filterFlags,
    fields: {
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
      values: {
        type: workflowTypes,
        status: workflowStatuses,
        channel: channels,
        direction: directions,
        failedStep: stepNames,
        errorCode: errorCodes,
      },
      since: 'createdTime',
    },
    calls: ['diagnostics.search'],
    examples: [
      '--status Failed --since 1d',
      'carepost workflows search --channel Direct --direction Outbound --step ResolveRoutes --output json',
      "--type ProcessWorkflow --where 'duration>1000' --limit 20 --output csv",
    ],
    sortedBy: 'createdTime',
    newestFirst: true,
    maxPageSize: 100,
    defaultPageSize: 20,
    pageFlags: gridPageFlags,
    isSearchable: false,
    pages({ context, client, read, options }) {
      const filtering = gridFilters(context, options);
      const isTable = context.output.format === 'table';
      return async ({ pageNumber, pageSize, sortDir }) => {
        const body = {
          paging: { pageNumber, pageSize },
          sorting: [{ field: 'createdTime', dir: sortDir } as const],
          ...(filtering.length === 0 ? {} : { filtering }),
        };
        const response = await client.diagnostics.search({ body }, read);
        return {
          items: response.messageHealthDataValues.map((row) => rowOf(row, isTable)),
          totalCount: response.messageHealthDataValuesCount,
        };
      };
    },
  }),
  showCommand({
    name: 'get',
    aliases: ['show'],
    summary: 'Show a workflow with its steps, attempts, deliveries, notifications and related workflows',
    arguments: [workflowArgument],
    options: [typeFlag],
    columns: [
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
    calls: ['inspector.workflow'],
    examples: ['<workflow>', '<workflow> --output json --fields status,steps'],
    async load({ context, client, read, options: { type }, id }) {
      const workflow = await client.inspector.workflow({ params: { id }, query: defined({ type }) }, read);
      return context.output.format === 'table' ? tableDetail(workflow) : workflow;
    },
  }),
  retry,
  bulkRetry,
  listCommand({
    name: 'failures',
    summary: 'Count failed workflows by step, error and channel, the largest group first',
    options: [selectionFlag('--by-organization', 'count each organization separately'), ...periodFlags],
    fields: {
      ...failureFields,
      all: ['group', ...failureFields.all],
      id: 'group',
    },
    calls: ['retryjobs.failureGroups'],
    examples: ['--since 1d', '--by-organization --output csv'],
    async load({ context, client, read, options: { byOrganization, since, until } }) {
      const query = defined({
        byOrganization: byOrganization === true ? 'true' : undefined,
        from: timeOfFlag(context, '--since', since),
        to: timeOfFlag(context, '--until', until),
      });
      const { items } = await client.retryjobs.failureGroups({ query }, read);
      return { items: items.map((item) => ({ group: groupKey(item), ...item })) };
    },
  }),
  ...jobCommands,
];
