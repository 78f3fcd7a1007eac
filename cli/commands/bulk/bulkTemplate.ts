import { overwriteOption, paceOptions, whereOption } from '../../bulk/bulkFlags.ts';
import type { TemplateFlags } from '../../bulk/templateVerb.ts';
import { defineCommand } from '../../command.ts';
import { actionArgument } from './bulkArguments.ts';

export const bulkTemplate = defineCommand<TemplateFlags>({
  name: 'template',
  summary: 'Print a file to start from: header, two example rows and what the columns mean',
  description:
    'It validates as it stands. With --filled the rows are what stands at the server now, so that only the cells you change are sent.',
  arguments: [actionArgument],
  options: [
    { flags: '--filled', summary: 'rows with what stands now instead of examples', group: 'Selection' },
    whereOption,
    {
      flags: '--out <file>',
      summary: 'write this file instead of standard output',
      group: 'Output',
      complete: 'files',
    },
    overwriteOption,
    ...paceOptions,
  ],
  scalar: true,
  calls: 'all',
  exits: ['conflict', 'io'],
  examples: [
    "carepost bulk template orgs.update --filled --where 'name=<name>' --rate 50",
    'carepost bulk template orgs.create',
    'carepost bulk template oids.add --out oids.csv --overwrite && cat oids.csv',
  ],
  async run(context, flags, [name = '']) {
    const { templateVerb } = await import('../../bulk/templateVerb.ts');
    await templateVerb(context, name, flags);
  },
});
