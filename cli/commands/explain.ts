import { bulkCatalogue } from '../../shared/bulk/problems.ts';
import { errorCatalogue } from '../../shared/contract/errors.ts';
import { callerCatalogue } from '../../shared/client/apiError.ts';
import { exitOfBulk } from '../bulk/bulkExits.ts';
import { defineCommand } from '../command.ts';
import { CliError, exitOfStatus, ownErrors } from '../errors.ts';
import { type ExitName, exits, exitLabel } from '../exits.ts';
import { showList } from '../output/listing.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';

const row = (
  code: string,
  { message, hint }: Readonly<Record<'message' | 'hint', string>>,
  exit: ExitName,
  status: number | null = null,
) => ({
  code,
  message,
  hint,
  status,
  exit: exits[exit].code,
  exitName: exitLabel(exit),
});

/** A warning (`W-…`) does not change the exit code. */
const bulkExit = (code: string): ExitName => (code.startsWith('W-') ? 'ok' : exitOfBulk(code));

const callerExit = (code: string): ExitName => {
  if (code === 'E-CANCELED') return 'interrupted';
  return code === 'E-UNKNOWN-OUTCOME' ? 'partial' : 'unavailable';
};

/** Every code that the command line can show: of the server, of calls without a response, of files and plans, and its own. */
export const allCodes = () => [
  ...Object.entries(errorCatalogue).map(([code, text]) => row(code, text, exitOfStatus(text.status), text.status)),
  ...Object.entries(callerCatalogue).map(([code, text]) => row(code, text, callerExit(code))),
  // The server and the command line refuse plans with the same codes.
  ...Object.entries(bulkCatalogue)
    .filter(([code]) => !Object.hasOwn(errorCatalogue, code))
    .map(([code, text]) => row(code, text, bulkExit(code))),
  ...Object.entries(ownErrors).map(([code, text]) => row(code, text, text.exit)),
];

const fields = ['code', 'message', 'hint', 'status', 'exit', 'exitName'];

export const command = defineCommand({
  name: 'explain',
  summary: 'Explain an error code, offline; without a code it lists all codes',
  arguments: [{ name: '[code]', summary: 'code of an error, E-…', complete: 'codes' }],
  takes: ['rows'],
  fields: { all: fields, table: ['code', 'exit', 'message', 'hint'], id: 'code' },
  isStandalone: true,
  calls: [],
  exits: ['not-found'],
  examples: ['carepost explain E-FORBIDDEN', 'carepost explain --output json', "carepost explain --where 'exit=4'"],
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
