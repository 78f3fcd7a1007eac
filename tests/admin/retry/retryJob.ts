import type { RetryJob } from '../../../shared/contract/retryjobs.ts';
import { user } from '../providers/person.ts';

/** A job that retries workflows, ended with all kinds of outcomes. */
export const retryJob = (fields: Partial<RetryJob> = {}): RetryJob => ({
  id: '0191c2a0-0000-7000-8000-0000000000d1',
  createdAt: '2026-11-20T10:00:00.000Z',
  createdBy: 'Pat Rivers',
  createdById: user().userId,
  reason: 'Relay is back',
  state: 'Completed',
  ofJobId: null,
  total: 10,
  pending: 0,
  retried: 0,
  completed: 7,
  failed: 2,
  skipped: 1,
  perSecond: 20,
  finishedAt: null,
  version: 1,
  ...fields,
});
