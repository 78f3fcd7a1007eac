import type { BulkAction, Current } from '../../shared/bulk/action.ts';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import { type ConsequenceTotals, consequenceTexts } from '../../shared/bulk/consequences.ts';
import type { Values } from '../../shared/bulk/values.ts';
import { confirmWrite } from '../confirmWrite.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Row } from '../output/fields.ts';
import type { FieldValue } from '../records/setFields.ts';
import { checkReason, type WriteFlags } from '../records/writeFlags.ts';
import { showPlanned } from './dryRun.ts';
import { planOneRow } from './oneRowPlan.ts';
import { runOneRow } from './oneRowRun.ts';

/** What a command asks for: one row of a bulk action, and the words it says about it. */
export interface OneRow {
  /** Of the catalogue: `orgs.update`. */
  readonly action: string;
  readonly values: Values;
  /** Further cells by the field they write: `address.city`. */
  readonly set?: readonly FieldValue[];
  /** The record as it was loaded for editing. A cell that somebody else changed since and that is set here, too, is a conflict. */
  readonly loaded?: Row;
  readonly flags: WriteFlags;
  /** The question, without its mark: `Enable the login of Lakeside`. `found` is what stands, where something does. */
  readonly deed: (found: Current | undefined) => string;
  /** What the question has to be read with, besides the consequences the action counts. */
  readonly before?: () => Promise<readonly string[]>;
  /** Said where nothing is to be done. */
  readonly unchanged: (found: Current | undefined) => string;
  /** Said when it is done. */
  readonly done: string | ((found: Current | undefined) => string);
  /** The record on stdout. `answer` is what the call of the change answered; undefined where none was made. */
  readonly show: (end: OneRowEnd) => Row | Promise<Row>;
}

export interface OneRowEnd {
  readonly found: Current | undefined;
  readonly after: Current | undefined;
  readonly answer: unknown;
}

/** The consequences in words; that of one record is not told in rows. */
const consequencesOfOne = ({ undoes }: BulkAction, { irreversible = 0, ...others }: ConsequenceTotals): string[] => {
  const texts = consequenceTexts(others);
  if (irreversible > 0) texts.push(undoes === null ? 'This cannot be undone.' : 'Not all of this can be undone.');
  return texts;
};

/** A file may say again what was deleted; whoever names one record means one that is there. */
const notThere = ({ name }: BulkAction): CliError =>
  new CliError('E-USAGE', 'There is no such record; nothing was sent.', {
    code: 'E-NOT-FOUND',
    exit: 'not-found',
    hint: `Check the id: carepost ${name.split('.')[0] ?? ''} list`,
  });

/**
 * Carries one change out as a run of one row: the rules, the journal, the reading back and the undo of bulk changes (cli.md, section 2).
 * Nothing is sent where nothing differs, without a yes, or in a dry run. Throws a CliError where the row does not end well.
 */
export const oneRow = async (context: Context, asked: OneRow): Promise<void> => {
  const action = bulkActionNamed(asked.action);
  if (action === undefined) throw new CliError('E-DEFECT', `There is no action ${asked.action}.`);
  const { terminal, output } = context;
  checkReason(context, asked.flags);

  const planned = await planOneRow(context, action, asked);
  const { row, found } = planned;
  const isSame = row.verdict === 'unchanged';
  if (isSame && found === undefined) throw notThere(action);
  if (!isSame) {
    const texts = [...((await asked.before?.()) ?? []), ...consequencesOfOne(action, planned.consequences)];
    for (const text of texts) terminal.note(text);
  }
  if (asked.flags.dryRun === true) {
    const deed = isSame ? asked.unchanged(found) : `${asked.deed(found)} - dry run, nothing was sent.`;
    return showPlanned(context, { action: action.name, deed, row });
  }
  if (isSame) {
    terminal.note(asked.unchanged(found));
    return output.record(await asked.show({ found, after: found, answer: undefined }));
  }

  await confirmWrite(context, asked.deed(found), asked.flags);
  const { run, after, answer, close } = await runOneRow(context, action, planned, asked.flags);
  const closing = await close().then(
    () => undefined,
    (thrown: unknown) => ({ thrown }),
  );
  terminal.note(typeof asked.done === 'string' ? asked.done : asked.done(found));
  terminal.note(action.undoes === null ? `run ${run}` : `run ${run} - to take it back: carepost bulk undo ${run}`);
  await output.record(await asked.show({ found, after, answer }));
  // What was done is told also where it cannot be written down.
  if (closing !== undefined) throw closing.thrown;
};
