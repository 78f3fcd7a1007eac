import { defineCommand } from '../../command.ts';
import { summaryFields, summaryOf } from './summary.ts';

export const healthSummary = defineCommand({
  name: 'summary',
  summary: 'Show in one record how the exchange is doing: workflows of 24 hours, queue, workers, alerts',
  takes: ['record'],
  fields: { all: summaryFields, table: summaryFields },
  calls: ['diagnostics.messageCounts', 'diagnostics.systemAlerts', 'diagnostics.worker'],
  examples: ['carepost health summary', 'carepost health summary --output json'],
  async run(context) {
    await context.output.record(await summaryOf(context));
  },
});
