import type { Context, Command } from '../command.ts';
import { createOutput, type Output, type RowOptions } from './output.ts';

interface Variant {
  readonly fields?: Command['fields'];
  /** The command whose fields are shown; the one that was called unless given. */
  readonly command?: Command;
  readonly rows?: RowOptions;
  readonly format?: string;
  readonly pager?: string;
}

/** The output of this run for rows of another shape than the command's own, such as the plan of a dry run. */
export const outputWith = (context: Context, { fields, command, rows, format, pager }: Variant): Output => {
  const { output, terminal, config, globals, io } = context;
  const shown = command ?? context.command;
  return createOutput({
    stdout: io.stdout,
    now: io.now(),
    format: format ?? output.format,
    command: fields === undefined ? shown : { ...shown, fields },
    rows: rows ?? output.rowOptions,
    terminal,
    pager: pager ?? config.get('pager'),
    escapeFormulas: globals.escapeFormulas === true,
    query: output.query,
  });
};
