import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { PlanFlags } from './bulkFlags.ts';
import { withInput } from './inputFile.ts';
import { actionCalled, checkFile, planFile } from './planFlow.ts';
import { withSpool } from './spool.ts';

/** `bulk validate`: stage 1, and unless --offline stage 2, whose plan is thrown away. */
export const validateVerb = (
  context: Context,
  name: string,
  flags: PlanFlags & { readonly offline?: boolean },
): Promise<void> => {
  const action = actionCalled(name);
  const { file } = flags;
  if (file === undefined) throw new CliError('E-USAGE', 'Which file? Give --file.');
  return withInput(context, file, async (input) => {
    const shown = { file: input.source.name, action: action.name };
    if (flags.offline === true) {
      const { rows, list } = await checkFile(context, action, input, flags);
      await list.end(rows);
      await context.output.record({ ...shown, rows, warnings: list.warnings(), checked: 'offline' });
      return;
    }
    await withSpool(context, 'plan.json', async (path) => {
      const { plan, warnings } = await planFile(context, path, input, action, flags);
      await context.output.record({ ...shown, rows: plan.foot.rows, warnings, checked: 'server' });
    });
  });
};
