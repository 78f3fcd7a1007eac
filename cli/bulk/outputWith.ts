import type { FieldList } from '../command.ts';
import type { Context } from '../context.ts';
import { createOutput, type Output } from '../output/output.ts';

/** The output of a command that shows something else than usual, such as the plan of a dry run. */
export const outputWith = ({ output, command, terminal, config, globals }: Context, fields: FieldList): Output =>
  createOutput({
    format: output.format,
    command: { ...command, fields },
    rows: output.rowOptions,
    terminal,
    pager: config.get('pager'),
    escapeFormulas: globals.escapeFormulas === true,
  });
