import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { moment } from './where.ts';

/** What every filter of the server takes: shared/contract/moments.ts ends before 9999, an OData set begins with 1901. */
const years = { firstYear: 1901, lastYear: 9998 };

/** The moment a flag names: `7d` is so long ago, `2026-08-21` its beginning in UTC, or a moment in full. Milliseconds since 1970. */
export const givenMoment = ({ now }: Pick<Context, 'now'>, flag: string, text: string): number => {
  const at = moment(/^\d+(\.\d+)?(ms|s|m|h|d|w)$/.test(text) ? `-${text}` : text, now(), { flag, ...years });
  if (at !== undefined) return at;
  throw new CliError('E-USAGE', `${flag} "${text}" is no moment.`, {
    hint: 'Write 7d, 2026-08-21 or 2026-08-21T06:00:00Z.',
  });
};
