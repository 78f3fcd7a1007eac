import type { Command, OptionSpec } from '../command.ts';
import { CliError } from '../errors.ts';
import { attributeOf, type ExportFlags, isList, longName } from '../tree/exportFlags.ts';

/** The export a list command was asked for. Throws a usage error for flags of an export without --export. */
export const exportAsked = (
  command: Command,
  specs: readonly OptionSpec[],
  options: Readonly<Record<string, unknown>>,
): ExportFlags | undefined => {
  if (!isList(command)) return undefined;
  const given = specs.filter((spec) => spec.group === 'Export' && options[attributeOf(longName(spec))] !== undefined);
  if (options['export'] !== true) {
    const stray = given[0];
    if (stray === undefined) return undefined;
    throw new CliError('E-USAGE', `${longName(stray)} belongs to an export.`, { hint: 'Add --export.' });
  }
  const flags = Object.fromEntries(
    given.map((spec) => [attributeOf(longName(spec)), options[attributeOf(longName(spec))]]),
  );
  return { ...flags, ...(typeof flags['fileName'] === 'string' ? { name: flags['fileName'] } : {}) };
};
