import {
  overwriteOption,
  paceOptions,
  planOutOption,
  readOptions,
  reasonOptions,
  selectOptions,
} from '../../bulk/bulkFlags.ts';
import type { PlanVerbFlags } from '../../bulk/planVerb.ts';
import { planFields } from '../../bulk/planShow.ts';
import { defineCommand } from '../../command.ts';
import { actionArgument } from './bulkArguments.ts';

export const bulkPlan = defineCommand<PlanVerbFlags>({
  name: 'plan',
  summary: 'Say what the rows of a file or a selection would change, cell by cell; nothing is sent',
  description:
    'Reads what stands at the server and prints the cells that differ, then counts, what leaves the system, calls and minutes.\nA table shows the first 20 cells, the other formats show all. A plan kept with --plan-out is good for 24 hours and for one apply.',
  arguments: [actionArgument],
  options: [
    ...readOptions,
    ...selectOptions,
    ...paceOptions,
    ...reasonOptions,
    planOutOption,
    overwriteOption,
    { flags: '--detailed-exitcode', summary: 'exit 10 where something would change', group: 'Output' },
  ],
  takes: ['record'],
  fields: planFields,
  calls: 'all',
  exits: ['invalid', 'conflict', 'changes', 'io'],
  examples: [
    'carepost bulk plan orgs.update --file update.csv --rate 50',
    'carepost bulk plan orgs.update --file update.csv --rate 50 --plan-out plan.json --overwrite',
    "carepost bulk plan orgs.login --select --where 'name=<name>' --set enabled=false --rate 50",
    'carepost bulk plan orgs.update --file update.csv --rate 50 --output ndjson',
  ],
  async run(context, flags, [name = '']) {
    const { planVerb } = await import('../../bulk/planVerb.ts');
    return planVerb(context, name, flags);
  },
});
