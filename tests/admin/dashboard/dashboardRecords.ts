import type { ChannelHealth, diagnostics } from '../../../shared/contract/diagnostics.ts';
import type { ResponseOf } from '../../../shared/contract/endpoint.ts';
import type { AlertRule, SystemAlert } from '../../../shared/contract/exchangeSchemas.ts';

export const at = '2026-08-21T06:05:00.000Z';
/** The 144 times of 10 minutes up to `at`. */
const times = Array.from({ length: 144 }, (_, index) =>
  new Date(Date.parse('2026-08-20T06:10:00.000Z') + index * 600_000).toISOString(),
);
export const [firstTime = ''] = times;

const workflowRun = (value: number, last: number) =>
  times.map((date, index) => ({ date, value: index === 143 ? last : value }));

export const channelHealth = (change: Partial<ChannelHealth> = {}): ChannelHealth => ({
  name: 'Direct',
  success: 1200,
  failure: 12,
  other: 3,
  total: 1215,
  state: 'OK',
  reason: '1 of 40 failed in 1 h, threshold 10 %',
  dailyStats: workflowRun(0, 7),
  failureStats: workflowRun(0, 2),
  queueDepth: 3,
  oldestWaiting: '2026-08-21T06:03:00.000Z',
  lastMessageAt: '2026-08-21T06:02:00.000Z',
  ...change,
});

export const counts: ResponseOf<typeof diagnostics.messageCounts> = {
  at,
  inboundMessages: [
    channelHealth(),
    channelHealth({ name: 'Fax', state: 'Warn' }),
    channelHealth({ name: 'Network', state: 'Error', lastMessageAt: null, oldestWaiting: null, queueDepth: 0 }),
  ],
  outboundMessages: [channelHealth({ total: 77 })],
  results: [
    { type: 'MessageSendWorkflow', status: 'Failed', direction: 'Outbound', channel: 'Direct', count: 4 },
    { type: 'MessageSendWorkflow', status: 'Failed', direction: 'Outbound', channel: 'Fax', count: 5 },
  ],
};

export const alert = (change: Partial<SystemAlert> = {}): SystemAlert => ({
  id: '0191c2a0-0000-7000-8000-00000000a1e7',
  createdAt: '2026-08-21T05:00:00.000Z',
  status: 'Triggered',
  name: 'Failures, Direct outbound',
  link: '/admin/dashboard/messaging/workflows?status=Failed&channel=Direct',
  alertType: 'FailureRate',
  state: 'open',
  channel: 'Direct',
  direction: 'Outbound',
  value: 31.5,
  threshold: 25,
  owner: null,
  note: null,
  acknowledgedAt: null,
  resolvedAt: null,
  version: 4,
  ...change,
});

export const rule: AlertRule = {
  id: '0191c2a0-0000-7000-8000-0000000000f1',
  name: 'Many failures',
  alertType: 'FailureRate',
  channel: null,
  direction: null,
  threshold: 25,
  windowMinutes: 60,
  minimumMessages: 20,
  severity: 'Triggered',
  isEnabled: true,
  version: 2,
};

export const workers: ResponseOf<typeof diagnostics.worker> = {
  at,
  workers: [
    {
      id: 'w-1',
      host: 'server-1',
      startedAt: '2026-08-21T00:00:00.000Z',
      lastSeenAt: at,
      isAlive: true,
      running: 2,
      done: 12_345,
      failed: 6,
    },
  ],
  queue: { ready: 4, scheduled: 5, running: 2, failed: 1, oldestReadySeconds: 95 },
  tasks: [{ name: 'runWorkflow', waiting: 4, running: 2, failed: 1 }],
  documentThreads: { busy: 1, total: 2, waiting: 0 },
};

export const stats: ResponseOf<typeof diagnostics.stats> = {
  messages: [{ date: '2026-08-21T06:04:00.000Z', value: 8 }],
  conversions: [{ date: '2026-08-21T06:04:00.000Z', value: 3 }],
};
