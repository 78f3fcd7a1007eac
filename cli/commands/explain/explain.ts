import { bulkCatalogue } from '../../../shared/bulk/problems.ts';
import { errorCatalogue } from '../../../shared/contract/errors.ts';
import { callerCatalogue } from '../../../shared/client/apiError.ts';
import { exitOfBulk } from '../../bulk/bulkExits.ts';
import { type NounBody, defineCommand } from '../../command.ts';
import { CliError, exitOfStatus, ownErrors } from '../../errors.ts';
import { type ExitName, exits, exitWord } from '../../exits.ts';
import { showList } from '../../output/listing.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';

const row = (code: string, message: string, hint: string, exit: ExitName, status: number | null) => ({
  code,
  message,
  hint,
  status,
  exit: exits[exit].code,
  exitName: exitWord(exit),
});

/** A warning (`W-…`) stops nothing. */
const bulkExit = (code: string): ExitName => (code.startsWith('W-') ? 'ok' : exitOfBulk(code));

const callerExit = (code: string): ExitName => {
  if (code === 'E-CANCELED') return 'interrupted';
  return code === 'E-UNKNOWN-OUTCOME' ? 'partial' : 'unavailable';
};

/** Every code the command line can show: the server's, those of a call without an answer, those of files and plans, its own. */
export const allCodes = () => [
  ...Object.entries(errorCatalogue).map(([code, { message, hint, status }]) =>
    row(code, message, hint, exitOfStatus(status), status),
  ),
  ...Object.entries(callerCatalogue).map(([code, { message, hint }]) =>
    row(code, message, hint, callerExit(code), null),
  ),
  // What a plan may be refused for here and by the server has one code.
  ...Object.entries(bulkCatalogue)
    .filter(([code]) => !Object.hasOwn(errorCatalogue, code))
    .map(([code, { message, hint }]) => row(code, message, hint, bulkExit(code), null)),
  ...Object.entries(ownErrors).map(([code, { message, hint, exit }]) => row(code, message, hint, exit, null)),
];

const fields = ['code', 'message', 'hint', 'status', 'exit', 'exitName'];

const command = defineCommand({
  name: 'explain',
  summary: 'Explain an error code, offline; without a code list them all',
  arguments: [{ name: '[code]', summary: 'E-…, as an error shows it', complete: 'codes' }],
  takes: ['rows'],
  fields: { all: fields, table: ['code', 'exit', 'message', 'hint'], id: 'code' },
  isStandalone: true,
  calls: [],
  exits: ['not-found'],
  examples: ['carepost explain E-FORBIDDEN', 'carepost explain --output json', "carepost explain --where 'exit=4'"],
  async run(context, _options, [given]) {
    const codes = allCodes();
    if (given === undefined) return showList(context, codes);
    const wanted = given.toUpperCase();
    const found = codes.find(({ code }) => code === wanted || code === `E-${wanted}`);
    if (found === undefined) {
      throw new CliError(
        'E-CODE-UNKNOWN',
        `There is no code "${given}".${didYouMean(
          wanted,
          codes.map(({ code }) => code),
        )}`,
      );
    }
    return context.output.record(found);
  },
});

export const explain: NounBody = { command };
