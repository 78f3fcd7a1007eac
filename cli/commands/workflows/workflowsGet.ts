import type { WorkflowType } from '../../../shared/rules/workflow.ts';
import { defineCommand } from '../../command.ts';
import { workflowId } from './givenId.ts';
import { detailFields, detailOf, typeOption, workflowArgument } from './workflowFields.ts';

export const workflowsGet = defineCommand<{ readonly type?: WorkflowType }>({
  name: 'get',
  aliases: ['show'],
  summary: 'Show a workflow with its steps and attempts, deliveries, notifications and what follows from it',
  arguments: [workflowArgument],
  options: [typeOption],
  takes: ['record'],
  fields: detailFields,
  calls: ['inspector.workflow'],
  exits: ['not-found'],
  examples: [
    'carepost workflows get <workflow>',
    'carepost workflows get <workflow> --output json --fields status,steps',
  ],
  async run(context, { type }, [word]) {
    const id = workflowId(word);
    const client = await context.client();
    const query = type === undefined ? {} : { type };
    const workflow = await client.inspector.workflow({ params: { id }, query }, { signal: context.signal });
    await context.output.record(detailOf(workflow, context.output.format === 'table'));
  },
});
