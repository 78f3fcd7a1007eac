import { createTheme, ThemeProvider } from '@mui/material/styles';
import { WorkflowsPage } from '../../../admin/dashboard/WorkflowsPage.tsx';
import { themeFor } from '../../../admin/layout/theme.ts';
import { createTaskStore } from '../../../admin/tasks/taskStore.ts';
import type { WorkflowRow } from '../../../shared/contract/exchangeSchemas.ts';
import type { Responses } from '../../support/contractApi.ts';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';
import { step, workflow } from './workflowRows.ts';

export const path = '/admin/dashboard/messaging/workflows';
export const pageOf = (rows: readonly WorkflowRow[], count = rows.length) => ({
  messageHealthDataValues: rows,
  messageHealthDataValuesCount: count,
});
const theme = createTheme(themeFor('light', '#0b5f73'));

/** The grid at an address, over the response of its search. */
export const open = (search: unknown, query = '', responses: Responses = {}) => {
  const tasks = createTaskStore();
  const view = renderFor({
    profile: user(),
    responses: { 'diagnostics.search': search, ...responses },
    tasks,
    at: path + query,
    routes: {
      [path]: (
        <ThemeProvider theme={theme}>
          <WorkflowsPage />
        </ThemeProvider>
      ),
      '*': <p>elsewhere</p>,
    },
  });
  const requested = () => view.lastInput('diagnostics.search')?.body as Record<string, unknown> | undefined;
  return { ...view, tasks, requested };
};
export const failed = workflow(7, {
  status: 'Failed',
  failedStep: 'Deliver',
  errorCode: 'no-route',
  workflow: {
    steps: [
      step(),
      step({ stepName: 'Deliver', status: 'Failed', attempts: 5, error: 'There is no route.', elapsed: null }),
    ],
    duration: 192_000,
  },
});
