import { useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { WorkflowRow } from '../../../shared/contract/exchangeSchemas.ts';
import { exportFileName } from '../../../shared/rules/exportFile.ts';
import { useApp } from '../../providers/appContext.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { exportRows } from '../../tasks/exportRows.ts';
import type { WorkflowGrid } from './useWorkflowGrid.ts';
import { failureText, type WorkflowColumn } from './workflowColumns.tsx';

/** Rows one file holds at most. */
export const mostExported = 10_000;
const pageSize = 100;
const failedAt = 'workflows.columns.failedStep';

/** The grid as a CSV file: all pages, as it is filtered and ordered now, with the columns it shows. */
export const useWorkflowExport = ({ question, total }: WorkflowGrid, columns: readonly WorkflowColumn[]) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const { tasks } = useApp();
  const [running, setRunning] = useState(false);
  const run = async () => {
    const now = new Date();
    const { sorting } = question;
    // What arrives from now on would push rows from one page to the next.
    const filtering = [
      ...question.filtering,
      { field: 'createdTime' as const, mode: 'lte' as const, value: now.toISOString() },
    ];
    if (total > mostExported) {
      const counts = { most: mostExported.toLocaleString('en-US'), total: total.toLocaleString('en-US') };
      notify(translate('workflows.export.capped', counts), { type: 'warning' });
    }
    setRunning(true);
    try {
      await exportRows<WorkflowRow>(tasks, {
        title: 'workflows.export.task',
        fileName: exportFileName('', 'Workflows', now),
        headings: [...columns.map(({ name }) => `workflows.columns.${name}`), failedAt].map((key) => translate(key)),
        cells: (row) => [...columns.map(({ text }) => text(row, translate)), failureText(row)],
        rowId: ({ id }) => id,
        pageSize,
        most: mostExported,
        page: async (pageNumber, signal) => {
          const body = { paging: { pageNumber, pageSize }, sorting, filtering };
          const answer = await provider.call('diagnostics', 'search', { body }, { signal });
          return { rows: answer.messageHealthDataValues, total: answer.messageHealthDataValuesCount };
        },
      });
    } finally {
      setRunning(false);
    }
  };
  return { run, running };
};
