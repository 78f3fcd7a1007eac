import { type Command, defineCommand } from '../command.ts';
import { idArgument, type Resource } from './resource.ts';

export const getRecord = (resource: Resource): Command =>
  defineCommand({
    name: 'get',
    summary: `Show one ${resource.one}`,
    arguments: [idArgument(resource)],
    takes: ['record'],
    fields: resource.fields,
    calls: [resource.calls.get],
    exits: ['not-found', 'invalid'],
    examples: [`carepost ${resource.noun} get <id>`, `carepost ${resource.noun} get <id> --output yaml`],
    async run(context, _options, [id = '']) {
      await context.output.record(await resource.find(await context.client(), id, { signal: context.signal }));
    },
  });
