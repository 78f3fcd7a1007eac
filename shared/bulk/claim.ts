import { ApiError } from '../client/apiError.ts';
import type { Client } from '../client/createClient.ts';
import { bulkActionNamed } from './actions/catalogue.ts';
import type { Plan } from './plan.ts';

interface Claim {
  /** On a protected profile: another administrator must have approved the plan. */
  readonly needsApproval: boolean;
  readonly signal?: AbortSignal;
}

const attempts = 3;

/**
 * Claims a plan for a run, before anything of it is sent. A plan is used once: the server refuses every run but the first that claimed it,
 * altered and expired plans, and where required, plans without the approval of a second administrator. The same run may claim again, so a
 * claim without a response is repeated.
 */
export const claimPlan = async (
  client: Client,
  { head, foot }: Pick<Plan, 'head' | 'foot'>,
  run: string,
  { needsApproval, signal }: Claim,
): Promise<void> => {
  // Where an approval is required, the server refuses it.
  if (!needsApproval && bulkActionNamed(head.action)?.isUnclaimed) return;
  const { id: planId, action, createdBy, expiresAt, reason } = head;
  const { sha256, rows } = foot;
  const body = { sha256, action, rows, createdBy: createdBy.subject, expiresAt, runId: run, needsApproval };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const correlationId = `${run}-0`;
      await client.bulkplans.use(
        { params: { planId }, body },
        { signal, reason, correlationId, headers: { 'x-run-id': run } },
      );
      return;
    } catch (error) {
      const isLost = error instanceof ApiError && error.code === 'E-UNKNOWN-OUTCOME';
      if (!isLost || attempt === attempts || signal?.aborted) throw error;
    }
  }
};
