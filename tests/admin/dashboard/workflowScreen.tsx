import { themeFor } from '../../../admin/layout/theme.ts';
import { vi } from 'vitest';
import { WorkflowsPage } from '../../../admin/dashboard/WorkflowsPage.tsx';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import type { EarlyList } from '../../../admin/providers/earlyList.ts';
import { createRestProvider } from '../../../admin/providers/restProvider.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { createTaskStore } from '../../../admin/tasks/taskStore.ts';
import type { WorkflowRow } from '../../../shared/contract/exchangeSchemas.ts';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';
import { step, workflow } from './workflowRows.ts';

export type Call = (area: string, row: string, input: { body: Record<string, unknown> }) => Promise<unknown>;

export const path = '/admin/dashboard/messaging/workflows';
export const pageOf = (rows: readonly WorkflowRow[], count = rows.length) => ({
  messageHealthDataValues: rows,
  messageHealthDataValuesCount: count,
});
export const answering = (rows: readonly WorkflowRow[], count?: number) =>
  vi.fn<Call>(() => Promise.resolve(pageOf(rows, count)));
/** What the grid asked for, beside the settings of the person. */
const searches = (call: ReturnType<typeof answering>) => call.mock.calls.filter(([area]) => area === 'diagnostics');
const theme = createTheme(themeFor('light', '#0b5f73'));

/** The grid at an address; react-admin's requests go through the REST provider to the same calls. */
export const open = (call: ReturnType<typeof answering>, query = '') => {
  const tasks = createTaskStore();
  const areaOf = (area: string) =>
    new Proxy({}, { get: (_area, row: string) => (input: Parameters<Call>[2]) => call(area, row, input) });
  const client = new Proxy({}, { get: (_client, area: string) => areaOf(area) }) as Client;
  const rest = createRestProvider(client, { take: () => undefined } as unknown as EarlyList);
  const view = renderFor({
    profile: user(),
    dataProvider: { ...rest, call: call as unknown as AppDataProvider['call'] },
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
  return { ...view, tasks, call, requested: () => searches(call).at(-1)?.[2].body };
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
