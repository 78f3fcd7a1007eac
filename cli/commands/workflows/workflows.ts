import type { NounBody } from '../../command.ts';
import { workflowsBulkRetry } from './workflowsBulkRetry.ts';
import { workflowsFailures } from './workflowsFailures.ts';
import { workflowsGet } from './workflowsGet.ts';
import { jobsCancel, jobsItems, jobsList, jobsPause, jobsResume, jobsRetryFailed, jobsShow } from './workflowsJobs.ts';
import { workflowsList } from './workflowsList.ts';
import { workflowsRetry } from './workflowsRetry.ts';

export const workflows: NounBody = {
  verbs: [
    workflowsList,
    workflowsGet,
    workflowsRetry,
    workflowsBulkRetry,
    workflowsFailures,
    jobsList,
    jobsShow,
    jobsItems,
    jobsPause,
    jobsResume,
    jobsCancel,
    jobsRetryFailed,
  ],
};
