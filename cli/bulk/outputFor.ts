import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { createOutput, type Output, type RowOptions } from '../output/output.ts';

/** The output of this run, for what has other fields than the command that was called. */
export const outputFor = (context: Context, command: Command, rows: RowOptions = {}): Output =>
  createOutput({
    format: context.output.format,
    command,
    rows,
    terminal: context.terminal,
    pager: context.config.get('pager'),
    escapeFormulas: context.globals.escapeFormulas === true,
  });
