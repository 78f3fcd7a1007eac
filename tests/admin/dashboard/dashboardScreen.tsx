import { screen, within } from '@testing-library/react';
import { MessagingDashboard } from '../../../admin/dashboard/MessagingDashboard.tsx';
import { ApiError } from '../../../shared/client/apiError.ts';
import { pageOf, type Responses } from '../../support/contractApi.ts';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';
import { alert, counts, rule, stats, workers } from './dashboardRecords.ts';

const defaultResponses: Responses = {
  'diagnostics.messageCounts': counts,
  'diagnostics.systemAlerts': pageOf(alert()),
  'diagnostics.worker': workers,
  'diagnostics.stats': stats,
  'diagnostics.alertRules': pageOf(rule),
};

/** The dashboard, as a user with this role sees it. */
export const open = (responses: Responses = {}, role: 'SysAdmin' | 'SysAdminReporting' = 'SysAdmin') =>
  renderFor({
    profile: user({ roles: [role] }),
    responses: { ...defaultResponses, ...responses },
    at: '/admin/dashboard/messaging',
    routes: { '/admin/dashboard/messaging': <MessagingDashboard />, '*': <p>elsewhere</p> },
  });
/** The tile of a channel in one of the two sections. */
export const tile = async (section: string, channel: string) => {
  const region = await screen.findByRole('region', { name: section });
  return within(region).getByRole('article', { name: channel });
};
export const failure = (message: string) => new ApiError({ status: 503, code: 'E-UNAVAILABLE', message });
