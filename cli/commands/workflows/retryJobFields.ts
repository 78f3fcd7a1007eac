import type { RetryJob } from '../../../shared/contract/retryjobs.ts';
import type { ArgumentSpec, FieldList } from '../../command.ts';

export const jobArgument: ArgumentSpec = { name: '<job>', summary: 'id of the retry job' };

export const jobFields: FieldList = {
  all: [
    'id',
    'createdAt',
    'createdBy',
    'createdById',
    'reason',
    'state',
    'total',
    'pending',
    'retried',
    'completed',
    'failed',
    'skipped',
    'perSecond',
    'ofJobId',
    'finishedAt',
    'version',
  ],
  table: ['id', 'state', 'total', 'failed', 'pending', 'completed', 'retried', 'skipped', 'createdAt', 'createdBy'],
};

/** Counts in words: `40 of 52 done, 3 failed`. */
export const jobText = ({ total, completed, failed, skipped, state }: RetryJob): string =>
  `${state}: ${completed + failed + skipped} of ${total} done, ${failed} failed, ${skipped} skipped`;
