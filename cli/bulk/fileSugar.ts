import { bulkApply } from '../commands/bulk/bulkApply.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../exits.ts';
import { outputWith } from '../output/outputWith.ts';

/** `--file F` on a command about one record: `bulk apply <action> --file F`, with its own plan, question and result. */
export const applyFile = async (context: Context, action: string, options: object): Promise<Outcome | void> =>
  bulkApply.run(
    { ...context, command: bulkApply, output: outputWith(context, { command: bulkApply, rows: {} }) },
    options,
    [action],
  );
