import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { MessagingDashboard } from '../../../admin/dashboard/MessagingDashboard.tsx';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import { ApiError } from '../../../shared/client/apiError.ts';
import { recordsOver } from '../components/calls.ts';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';
import { alert, counts, rule, stats, workers } from './dashboardAnswers.ts';

export type Call = (area: string, row: string, input: object) => Promise<unknown>;
type Answers = Readonly<Record<string, unknown>>;

const responses: Answers = {
  messageCounts: counts,
  systemAlerts: { items: [alert()], totalCount: 1 },
  worker: workers,
  stats,
  alertRules: { items: [rule], totalCount: 1 },
};

/** An answer by row; what is an error is thrown. */
export const answering = (change: Answers = {}) =>
  vi.fn<Call>((_area, row) => {
    const response = { ...responses, ...change }[row];
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
  });

/** The dashboard, as somebody with this role sees it. */
export const open = (call = answering(), role: 'SysAdmin' | 'SysAdminReporting' = 'SysAdmin') => {
  const view = renderFor({
    profile: user({ roles: [role] }),
    dataProvider: { ...recordsOver(call), call: call as unknown as AppDataProvider['call'] },
    at: '/admin/dashboard/messaging',
    routes: { '/admin/dashboard/messaging': <MessagingDashboard />, '*': <p>elsewhere</p> },
  });
  return { ...view, call };
};
/** The tile of a channel in one of the two sections. */
export const tile = async (section: string, channel: string) => {
  const region = await screen.findByRole('region', { name: section });
  return within(region).getByRole('article', { name: channel });
};
export const failure = (message: string) => new ApiError({ status: 503, code: 'E-UNAVAILABLE', message });
