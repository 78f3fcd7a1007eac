import type { TestApp } from '../../support/startApp.ts';

type Ids = Record<string, string>[];

const hour = 60 * 60 * 1000;
const plan = (sha256: string) => ({
  sha256: sha256.repeat(64),
  action: 'orgs.update',
  rows: 3,
  createdBy: 'somebody-else',
  expiresAt: new Date(Date.now() + hour).toISOString(),
});
const planId = (last: string) => `0199f1a0-0000-7000-8000-00000000000${last}`;

const runId = '20260821T060000Z-rand';

/** A plan that a run used, and what that run left in the audit rows. */
export async function bulkRecords(running: TestApp): Promise<Record<string, Ids>> {
  const { bulkplans } = running.client('SysAdmin');
  const params = { planId: planId('1') };
  const body = { ...plan('a'), runId, needsApproval: false };
  await bulkplans.use({ params, body }, { headers: { 'x-run-id': runId } });
  return {
    '/api/admin/bulkplans/{planId}': [params],
    '/api/admin/bulkplans/{planId}/approval': [{ planId: planId('2') }],
    '/api/admin/bulkplans/{planId}/use': [{ planId: planId('3') }],
    '/api/admin/audit/runs/{runId}': [{ runId }],
    '/api/audit/entries/{type}': [{ type: 'organization' }],
    '/api/audit/{id}': [{ id: '1' }],
    '/api/audit/{id}/events': [{ id: '1' }],
    '/api/audit/{type}/{id}': [{ type: 'organization', id: planId('1') }],
  };
}

/** Bodies that are accepted for sure. */
export const bulkCalls = {
  'POST /api/admin/bulkplans/{planId}/approval': { body: plan('b') },
  'POST /api/admin/bulkplans/{planId}/use': { body: { ...plan('c'), runId, needsApproval: false } },
};
