import type { ApplyFlags } from '../../bulk/applyFlow.ts';
import { overwriteOption, readOptions, runOptions } from '../../bulk/bulkFlags.ts';
import { runFields } from '../../bulk/runFields.ts';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { optionalAction, runExits } from './bulkArguments.ts';

interface ApplyVerbFlags extends ApplyFlags {
  readonly plan?: string;
}

/** Flags that say how a file is read mean nothing to a plan, which was made of one. */
const readFlagNames = ['map', 'delimiter', 'encoding', 'rows', 'skipBlank', 'nullToken', 'unescapeFormulas'] as const;

export const bulkApply = defineCommand<ApplyVerbFlags>({
  name: 'apply',
  summary: 'Carry out a plan, or plan a file and carry it out after asking',
  description:
    'Each row is read again, announced in the journal of the run, sent once, and its outcome written down. Ctrl-C lets what is under\nway finish; carepost bulk resume goes on, also after a crash. results.csv and failed.csv stand in the folder of the run.',
  arguments: [optionalAction],
  options: [
    { flags: '--plan <file>', summary: 'the plan, from bulk plan --plan-out', group: 'Selection', complete: 'files' },
    ...readOptions,
    ...runOptions,
    overwriteOption,
  ],
  takes: ['write', 'record'],
  fields: runFields,
  calls: 'all',
  exits: runExits,
  examples: [
    'carepost bulk apply orgs.update --file update.csv --rate 50 --yes',
    'carepost bulk apply orgs.update --file update.csv --rate 50 --dry-run --output ndjson',
    'carepost bulk apply --plan <plan> --rate 50 --yes --results-out results.csv --overwrite',
    'carepost bulk apply orgs.update --file update.csv --rate 50 --canary 1 --max-errors 5% --yes --reason "Ticket 4711"',
  ],
  async run(context, { plan, ...flags }, [name]) {
    if (plan === undefined && (name === undefined || flags.file === undefined)) {
      throw new CliError('E-USAGE', 'What is to be applied? Give --plan, or an action and --file.');
    }
    if (plan !== undefined && (name !== undefined || flags.file !== undefined)) {
      throw new CliError('E-USAGE', 'Give either --plan, or an action and --file.');
    }
    const { applyFileOf, applyKeptPlan } = await import('../../bulk/applyFlow.ts');
    if (plan === undefined) return applyFileOf(context, name ?? '', flags.file ?? '', flags);
    const useless = readFlagNames.find((flag) => flags[flag] !== undefined);
    if (useless !== undefined) throw new CliError('E-USAGE', 'How a file is read was settled when the plan was made.');
    return applyKeptPlan(context, plan, flags);
  },
});
