import { type ArgumentSpec, type Context, type OptionsOf, type RecordKind, selectionFlag } from '../../command.ts';
import type { GridFilter } from '../../../shared/contract/exchangeSchemas.ts';
import { channels, directions, stepErrors, workflowStatuses, workflowSteps } from '../../../shared/rules/exchange.ts';
import { workflowTypes } from '../../../shared/rules/workflow.ts';
import { dateTimeOfFlag, textOfFlag, choiceOfFlag } from '../../output/where.ts';
import { organizationKind } from '../../records/organizationLookup.ts';
import { checkedId } from '../../records/recordErrors.ts';

export const workflowKind: RecordKind = { name: 'workflow', list: 'workflows list' };
export const workflowArgument: ArgumentSpec = {
  name: '<workflow>',
  summary: 'id of the workflow',
  record: workflowKind,
};

export const stepNames: readonly string[] = [...new Set(Object.values(workflowSteps).flat())];
export const errorCodes: readonly string[] = Object.keys(stepErrors);

export const typeFlag = selectionFlag(
  '--type <type>',
  'MessageSendWorkflow, MessageReceiveWorkflow or ProcessWorkflow',
  { choices: workflowTypes },
);

export const periodFlags = [
  selectionFlag('--since <time>', 'created at or after this time: 7d, 2026-08-21'),
  selectionFlag('--until <time>', 'created before this time'),
];

/** The flags that select workflows. */
export const filterFlags = [
  selectionFlag('--status <status>', 'workflows in this state', { choices: workflowStatuses }),
  typeFlag,
  selectionFlag('--channel <channel>', 'channel of the message', { choices: channels }),
  selectionFlag('--direction <direction>', "direction from the organization's point of view", { choices: directions }),
  selectionFlag('--org <id>', 'workflows of this organization'),
  selectionFlag('--step <step>', 'workflows that failed at this step'),
  selectionFlag('--error <error>', 'workflows that failed with this error, such as no-route'),
  selectionFlag('--from <text>', 'sender that contains this text'),
  selectionFlag('--to <text>', 'recipient that contains this text'),
  ...periodFlags,
];

const read = (text: string | undefined, parse: (text: string) => string): string | undefined =>
  text === undefined ? undefined : parse(text);

/** The date time that a flag names, as the API takes it. */
export const timeOfFlag = (context: Context, flag: string, value: string | undefined): string | undefined =>
  read(value, (text) => new Date(dateTimeOfFlag(context, flag, textOfFlag(flag, text))).toISOString());

/** The flags as column filters of the API. */
export const gridFilters = (context: Context, filters: OptionsOf<typeof filterFlags>): GridFilter[] => {
  const { org, step, error, from, to } = filters;
  const all: readonly (readonly [GridFilter['field'], GridFilter['mode'], string | undefined])[] = [
    ['status', 'equals', filters.status],
    ['type', 'equals', filters.type],
    ['channel', 'equals', filters.channel],
    ['direction', 'equals', filters.direction],
    ['organizationId', 'equals', read(org, (text) => checkedId(organizationKind, textOfFlag('--org', text), '--org'))],
    ['failedStep', 'equals', read(step, (text) => choiceOfFlag('--step', text, stepNames))],
    ['errorCode', 'equals', read(error, (text) => choiceOfFlag('--error', text, errorCodes))],
    ['sender', 'contains', read(from, (text) => textOfFlag('--from', text))],
    ['mailTo', 'contains', read(to, (text) => textOfFlag('--to', text))],
    ['createdTime', 'gte', timeOfFlag(context, '--since', filters.since)],
    ['createdTime', 'lt', timeOfFlag(context, '--until', filters.until)],
  ];
  return all.flatMap(([field, mode, value]) => (value === undefined ? [] : [{ field, mode, value }]));
};
