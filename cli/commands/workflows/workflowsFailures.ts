import type { FailureGroup } from '../../../shared/contract/retryjobs.ts';
import { defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';
import { gridFilters } from './workflowFields.ts';

interface Options {
  readonly byOrganization?: boolean;
  readonly since?: string;
  readonly until?: string;
}

const fields = [
  'group',
  'workflowType',
  'stepName',
  'errorCode',
  'error',
  'channel',
  'direction',
  'organizationId',
  'organizationName',
  'count',
  'firstAt',
  'lastAt',
];

/** What the workflows of a group have in common, as one word: the key of its row. */
const groupOf = ({ workflowType, stepName, errorCode, channel, direction, organizationId }: FailureGroup): string =>
  [workflowType, stepName, errorCode, channel, direction, organizationId].filter((part) => part !== null).join('/');

export const workflowsFailures = defineCommand<Options>({
  name: 'failures',
  summary: 'List failed workflows by kind: step, error, channel; the largest group first',
  options: [
    { flags: '--by-organization', summary: 'also by organization', group: 'Selection' },
    { flags: '--since <moment>', summary: 'made from then on: 7d, 2026-08-21', group: 'Selection' },
    { flags: '--until <moment>', summary: 'made before then', group: 'Selection' },
  ],
  takes: ['rows'],
  fields: {
    all: fields,
    table: ['count', 'workflowType', 'stepName', 'errorCode', 'channel', 'direction', 'lastAt'],
    id: 'group',
  },
  calls: ['retryjobs.failureGroups'],
  examples: ['carepost workflows failures --since 1d', 'carepost workflows failures --by-organization --output csv'],
  async run(context, { byOrganization, since, until }) {
    const limits = gridFilters(context, {
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until }),
    });
    const valueOf = (mode: string) => limits.find((limit) => limit.mode === mode)?.value;
    const [from, to] = [valueOf('gte'), valueOf('lt')];
    const query = {
      ...(byOrganization === true ? { byOrganization: 'true' } : {}),
      ...(typeof from === 'string' ? { from } : {}),
      ...(typeof to === 'string' ? { to } : {}),
    };
    const client = await context.client();
    const { items } = await client.retryjobs.failureGroups({ query }, { signal: context.signal });
    await showList(
      context,
      items.map((item) => ({ group: groupOf(item), ...item })),
    );
  },
});
