import { filledLines, templateText } from '../../shared/bulk/template.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { PlanFlags } from './bulkFlags.ts';
import { organizationFilter } from './organizationFilter.ts';
import { actionCalled } from './planFlow.ts';
import { checkTarget } from './planTarget.ts';
import { readingContext } from './readingContext.ts';
import { writeLines } from './writeLines.ts';

export interface TemplateFlags extends Pick<PlanFlags, 'where' | 'overwrite' | 'rate' | 'concurrency'> {
  readonly filled?: boolean;
  readonly out?: string;
}

async function* templateLines(context: Context, name: string, flags: TemplateFlags): AsyncGenerator<string> {
  const action = actionCalled(name);
  if (flags.filled !== true) {
    yield templateText(action);
    return;
  }
  if (action.scan === undefined) {
    throw new CliError('E-USAGE', `There is nothing that stands already for ${name}: it has no --filled template.`);
  }
  const reading = await readingContext(context, flags);
  yield* filledLines(action, action.scan(reading, organizationFilter(context, flags.where)));
}

/** `bulk template`: a file to start from. */
export const templateVerb = async (context: Context, name: string, flags: TemplateFlags): Promise<void> => {
  if (flags.where !== undefined && flags.filled !== true) throw new CliError('E-USAGE', '--where belongs to --filled.');
  const lines = templateLines(context, name, flags);
  if (flags.out === undefined || flags.out === '-') {
    for await (const line of lines) await context.output.document(line);
    return;
  }
  const target = await checkTarget(flags.out, flags.overwrite === true);
  await writeLines(target, lines);
  context.terminal.note(`Written: ${target}`);
};
