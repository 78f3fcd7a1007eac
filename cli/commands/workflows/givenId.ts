import { CliError } from '../../errors.ts';

const idForm = /^([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-]{36})$/i;

/** Workflows, retry jobs and organizations have ids of one form; anything else is told before it is asked for. */
export const givenId = (text: string, what: string, list: string): string => {
  if (idForm.test(text)) return text;
  throw new CliError('E-USAGE', `"${text}" is no id of ${what}.`, {
    hint: `It looks like 018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55. Run: carepost ${list}`,
  });
};

export const workflowId = (text = ''): string => givenId(text, 'a workflow', 'workflows list');
export const jobId = (text = ''): string => givenId(text, 'a retry job', 'workflows jobs list');
