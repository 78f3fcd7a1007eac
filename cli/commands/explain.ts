import { defineCommand } from '../command.ts';
import { CliError, explanationOf, knownCodes } from '../errors.ts';
import { exits, exitLabel } from '../exits.ts';
import { showList } from '../output/listing.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';

/** Every code with its explanation. */
export const allCodes = () =>
  knownCodes().map((code) => {
    const { message, hint, exit, status = null } = explanationOf(code);
    return { code, message, hint, status, exit: exits[exit].code, exitName: exitLabel(exit) };
  });

const fields = ['code', 'message', 'hint', 'status', 'exit', 'exitName'];

export const command = defineCommand({
  name: 'explain',
  summary: 'Explain an error code, offline; without a code it lists all codes',
  arguments: [{ name: '[code]', summary: 'code of an error, E-…', complete: 'codes' }],
  takes: ['rows'],
  fields: { all: fields, table: ['code', 'exit', 'message', 'hint'], id: 'code' },
  isStandalone: true,
  examples: ['E-FORBIDDEN', '--output json', "--where 'exit=4'"],
  async run(context, _options, [text]) {
    const codes = allCodes();
    if (text === undefined) return showList(context, codes);
    const name = text.toUpperCase();
    const match = codes.find(({ code }) => code === name || code === `E-${name}`);
    if (match !== undefined) return context.output.record(match);
    const known = codes.map(({ code }) => code);
    throw new CliError('E-CODE-UNKNOWN', `There is no code "${text}".${didYouMean(name, known)}`);
  },
});
