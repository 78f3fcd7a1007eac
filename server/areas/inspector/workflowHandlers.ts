import { type ErrorCode, errorCatalogue } from '../../../shared/contract/errors.ts';
import type { WorkflowDetail } from '../../../shared/contract/exchangeSchemas.ts';
import type { inspector } from '../../../shared/contract/inspector.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { retryStep } from '../../exchange/retryStep.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import { lockWorkflow, workflowDetailOf } from './workflowStore.ts';

type WorkflowRows = Pick<Handlers<typeof inspector>, 'workflow' | 'retryStep'>;

/** A workflow and the retry of one of its steps. */
export const workflowHandlers = ({ database }: Pick<Services, 'database'>): WorkflowRows => ({
  workflow: async ({ params, query }) => {
    const detail = await inOneSnapshot(database, (tx) => read(tx, params.id));
    if (query.type !== undefined && query.type !== detail.type) throw new ApiProblem('E-NOT-FOUND');
    return detail;
  },

  retryStep: ({ params, body }, context) =>
    inTransaction(database, async (tx) => {
      if (body.id !== undefined && body.id !== params.id)
        throw new ApiProblem('E-REQUEST-INVALID', { modelState: { id: ['must be the id of the address'] } });
      const known = await lockWorkflow(tx, params.id);
      if (!known || known.type !== body.type) throw new ApiProblem('E-NOT-FOUND');
      checkVersion(known.version, context, body.version);
      const request = {
        workflowId: params.id,
        stepName: body.retryStep,
        allowDuplicate: body.allowDuplicate ?? false,
        ...(body.version === undefined ? {} : { version: body.version }),
      };
      const outcome = await retryStep(tx, request, context);
      if (outcome !== 'retried') throw new ApiProblem(isKnown(outcome) ? outcome : 'E-INTERNAL');
      return read(tx, params.id);
    }),
});

async function read(tx: Transaction, id: string): Promise<WorkflowDetail> {
  const record = await workflowDetailOf(tx, id);
  if (!record) throw new ApiProblem('E-NOT-FOUND');
  return record;
}

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);
