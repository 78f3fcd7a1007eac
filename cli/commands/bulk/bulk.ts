import type { NounBody } from '../../command.ts';
import { bulkActions } from './bulkActions.ts';
import { bulkApply } from './bulkApply.ts';
import { bulkApprove } from './bulkApprove.ts';
import { bulkPlan } from './bulkPlan.ts';
import { bulkResults } from './bulkResults.ts';
import { bulkResume } from './bulkResume.ts';
import { bulkRetry } from './bulkRetry.ts';
import { bulkStatus } from './bulkStatus.ts';
import { bulkTemplate } from './bulkTemplate.ts';
import { bulkUndo } from './bulkUndo.ts';
import { bulkValidate } from './bulkValidate.ts';

export const bulk: NounBody = {
  verbs: [
    bulkActions,
    bulkTemplate,
    bulkValidate,
    bulkPlan,
    bulkApprove,
    bulkApply,
    bulkResume,
    bulkRetry,
    bulkStatus,
    bulkResults,
    bulkUndo,
  ],
};
