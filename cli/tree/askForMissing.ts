import { defined } from '../../shared/rules/defined.ts';
import type { Context, ArgumentSpec, OptionSpec } from '../command.ts';
import { askChoice, askSearch, askText } from '../output/prompts.ts';
import { attributeOf, longName } from './exportFlags.ts';
import { missingArguments, missingFlags } from './arguments.ts';

const plainName = (name: string): string => name.replace(/[<>.[\]]/g, '');

const askForOrganization = async (context: Context): Promise<string> => {
  const { searchOrganizations } = await import('../records/organizationLookup.ts');
  return askSearch(context, 'Organization:', async (text) => {
    const matches = await searchOrganizations(context, text);
    return matches.map(({ id, name, subdomain }) => ({
      value: id,
      name: `${name} (${subdomain || 'no subdomain'})`,
      description: id,
    }));
  });
};

const askOneOf = (context: Context, message: string, choices: readonly string[]): Promise<string> =>
  askChoice(
    context,
    message,
    choices.map((value) => ({ value })),
  );

const askForArgument = async (context: Context, spec: ArgumentSpec): Promise<string> => {
  if (spec.organization === true) return askForOrganization(context);
  if (spec.choices !== undefined) return askOneOf(context, `${plainName(spec.name)}:`, spec.choices);
  const message = `${plainName(spec.name)} (${spec.summary}):`;
  if (spec.complete === 'profiles') {
    const profiles = Object.entries(context.config.profiles.profiles);
    const choices = profiles.map(([value, { api: description }]) => ({ value, ...defined({ description }) }));
    if (choices.length > 0) return askChoice(context, message, choices);
  }
  return askText(context, message);
};

const askForFlag = async (context: Context, spec: OptionSpec): Promise<unknown> => {
  const message = `${spec.summary[0]?.toUpperCase() ?? ''}${spec.summary.slice(1)} (${longName(spec)}):`;
  const { choices } = spec;
  const text = choices === undefined ? await askText(context, message) : await askOneOf(context, message, choices);
  const value = spec.complete === 'files' && text !== '-' ? context.pathOf(text) : (spec.parse?.(text) ?? text);
  return spec.many === true ? [value] : value;
};

/**
 * Asks on the terminal for the required arguments and flags that the command line leaves out. Returns the arguments and options as if
 * they had been there.
 */
export const askForMissing = async (
  context: Context,
  options: Record<string, unknown>,
): Promise<{ readonly args: readonly string[]; readonly options: Record<string, unknown> }> => {
  const { command } = context;
  const args = [...context.args];
  for (const spec of missingArguments(command, options, args)) args.push(await askForArgument(context, spec));
  const complete = { ...options };
  for (const spec of missingFlags(command, options))
    complete[attributeOf(longName(spec))] = await askForFlag(context, spec);
  return { args, options: complete };
};
