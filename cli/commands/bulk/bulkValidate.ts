import { type PlanFlags, paceOptions, readOptions } from '../../bulk/bulkFlags.ts';
import { defineCommand } from '../../command.ts';
import { actionArgument } from './bulkArguments.ts';

interface ValidateFlags extends PlanFlags {
  readonly offline?: boolean;
}

const fields = ['file', 'action', 'rows', 'warnings', 'checked'];

export const bulkValidate = defineCommand<ValidateFlags>({
  name: 'validate',
  summary: 'Check all rows of a file, first offline, then against the server; nothing is changed',
  description:
    'Tells all that is wrong, not the first of it: exit 7, the first 20 problems here, all of them in validation.csv (in the state\nfolder; the message names it). Without --offline the rows are then compared with the server, which only reads.',
  arguments: [actionArgument],
  options: [
    ...readOptions,
    { flags: '--offline', summary: 'ask the server nothing', group: 'Selection' },
    ...paceOptions,
  ],
  takes: ['record'],
  fields: { all: fields, table: fields, id: 'file' },
  calls: 'all',
  exits: ['invalid', 'io'],
  examples: [
    'carepost bulk validate orgs.update --file update.csv --rate 50',
    'carepost bulk validate orgs.update --file update.csv --offline',
    'cat update.csv | carepost bulk validate orgs.update --file - --offline --output json',
  ],
  async run(context, flags, [name = '']) {
    const { validateVerb } = await import('../../bulk/validateVerb.ts');
    await validateVerb(context, name, flags);
  },
});
