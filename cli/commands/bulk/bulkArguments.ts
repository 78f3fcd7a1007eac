import { bulkActions } from '../../../shared/bulk/actions/catalogue.ts';
import type { ArgumentSpec, OptionSpec } from '../../command.ts';
import { CliError } from '../../errors.ts';
import type { ExitName } from '../../exits.ts';

const names = bulkActions.map(({ name }) => name);

/** What is to be done with each row. */
export const actionArgument = {
  name: '<action>',
  summary: 'orgs.update, …: carepost bulk actions',
  choices: names,
} as const;
export const optionalAction = { ...actionArgument, name: '[action]' } as const;

export const runArgument: ArgumentSpec = { name: '[run]', summary: 'id of the run; or --last' };
export const lastOption: OptionSpec = {
  flags: '--last',
  summary: 'the run that was begun last',
  group: 'Selection',
};

export interface LastFlag {
  readonly last?: boolean;
}

/** The run that is meant, for openRun: its id or `last`, one of them. */
export const runNamed = (given: string | undefined, { last }: LastFlag): string => {
  if (given !== undefined && last === true) throw new CliError('E-USAGE', 'Give either the id of the run or --last.');
  if (given !== undefined) return given;
  if (last === true) return 'last';
  throw new CliError('E-USAGE', 'Which run? Give its id or --last.', { hint: 'Run: carepost runs list' });
};

/** How a run of many rows can end. */
export const runExits: readonly ExitName[] = [
  'partial',
  'not-found',
  'invalid',
  'conflict',
  'not-confirmed',
  'locked',
  'brake',
  'io',
  'interrupted',
  'terminated',
];
