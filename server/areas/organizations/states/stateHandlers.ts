import type { organizations } from '../../../../shared/contract/organizations.ts';
import { cancellationOf } from '../../../../shared/rules/organization.ts';
import { audit } from '../../../database/audit.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { changeOrganization, type Notes } from '../record/changeOrganization.ts';
import { lockOrganization } from '../record/organizationStore.ts';
import { queueOutbound } from '../../../jobs/outbound.ts';
import { resumeCard, withProvider } from '../subscription/paidChange.ts';
import { prepareActivation } from './prepareActivation.ts';

type StateHandlers = Pick<
  Handlers<typeof organizations>,
  'activate' | 'apiCapture' | 'clearCancel' | 'enable' | 'sync'
>;

/** What the list's row menu does to an organization (spec 1 sections 2 and 4). */
export const stateHandlers = ({ config, database, payments }: Services): StateHandlers => ({
  activate: async ({ params, body }, context) => {
    if (body.id !== undefined && body.id !== params.id)
      throw new ApiProblem('E-REQUEST-INVALID', { modelState: { id: ['must be the id of the address'] } });
    let notes: Notes = {};
    return changeOrganization(database, {
      id: params.id,
      action: 'organizations.activate',
      context,
      decide: async (record, tx) => {
        notes = body.activated ? await prepareActivation(tx, record, body, config) : {};
        return { isActivated: body.activated };
      },
      notes: () => notes,
    });
  },

  enable: ({ params, body }, context) =>
    changeOrganization(database, {
      id: params.id,
      action: 'organizations.enable',
      context,
      decide: (record) => ({ isEnabled: body?.enabled ?? !record.isEnabled }),
    }),

  apiCapture: ({ params, body }, context) =>
    changeOrganization(database, {
      id: params.id,
      action: 'organizations.apiCapture',
      context,
      decide: (record) => ({ apiCapture: body?.enabled ?? !record.apiCapture }),
    }),

  clearCancel: ({ params }, context) =>
    withProvider((signal) =>
      changeOrganization(database, {
        id: params.id,
        action: 'organizations.clearCancel',
        context,
        decide: async (record, tx) => {
          // What is over cannot be taken back here: reactivating a canceled organization is another action.
          if (cancellationOf(record, new Date()) !== 'canceling') throw new ApiProblem('E-ORG-NOT-CANCELING');
          await resumeCard(tx, record.id, { payments, signal });
          return { cancelAt: null, cancelRequestedAt: null };
        },
      }),
    ),

  sync: ({ params }, context) =>
    inTransaction(database, async (tx) => {
      const record = await lockOrganization(tx, params.id);
      if (!record) throw new ApiProblem('E-NOT-FOUND');
      const job = await queueOutbound(tx, 'organization.sync', params.id);
      await audit(tx, context, {
        action: 'organizations.sync',
        targetType: 'organization',
        targetId: params.id,
        changes: {
          'customer-messaging sync.status': { before: null, after: job.status },
          'customer-messaging sync.job': { before: null, after: job.jobId },
        },
      });
      return job;
    }),
});
