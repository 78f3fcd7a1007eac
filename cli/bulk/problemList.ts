import type { Context } from '../command.ts';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { csvLine } from '../../shared/bulk/csv/writeCsv.ts';
import type { RowProblem } from '../../shared/bulk/problems.ts';
import { CliError } from '../errors.ts';
import { makePrivateFolder } from '../files.ts';
import { rowsText } from './runRecord.ts';
import { thousands } from '../../shared/rules/thousands.ts';

const shown = 20;
const maxFiles = 20;
const flushAt = 64 * 1024;

/** `row 218 (file line 219), column subdomain: …`. */
const located = ({ code, row, line, column, message }: RowProblem, word: string): string => {
  const where = column === null ? '' : `, column ${column}`;
  return `${word}[${code}] row ${thousands(row)} (file line ${thousands(line)})${where}: ${message}`;
};

export interface ProblemList {
  readonly report: (problem: RowProblem, isWarning: boolean) => Promise<void>;
  readonly problems: () => number;
  readonly warnings: () => number;
  /** Shows the first warnings; then, where there are problems, throws what a person needs to mend the file: exit 7. */
  end(rows: number): Promise<void>;
  /** Drops the list; another one reports the same. */
  discard(): Promise<void>;
}

/** Keeps the files of two lists of one command apart. */
let lists = 0;

/** Older lists go: they quote cells of files that may be gone. */
const dropOld = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).sort();
  for (const name of names.slice(0, Math.max(0, names.length - maxFiles)))
    await rm(join(folder, name), { force: true });
};

/**
 * Collects all that is wrong with a file: everything goes into validation.csv (in the state folder, because it quotes cells), the first
 * of it into the message.
 */
export const problemList = (context: Context, name: string): ProblemList => {
  const codes = new Map<string, number>();
  const first: string[] = [];
  const firstWarnings: string[] = [];
  let problems = 0;
  let warnings = 0;
  let text = '';
  let isEnded = false;
  let handle: Awaited<ReturnType<typeof open>> | undefined;
  lists += 1;
  const stamp = new Date(context.now()).toISOString().replace(/[-:.]/g, '');
  const folder = join(context.folders.state, 'validation');
  const path = join(folder, `${stamp}-${context.io.system.pid}-${lists}.validation.csv`);

  const flush = async () => {
    if (handle === undefined) {
      await makePrivateFolder(folder);
      handle = await open(path, 'w', 0o600);
      text = csvLine(['row', 'line', 'column', 'code', 'message', 'severity']) + text;
    }
    const waiting = text;
    text = '';
    await handle.writeFile(waiting);
  };

  const close = async () => {
    await handle?.close();
    handle = undefined;
  };

  return {
    problems: () => problems,
    warnings: () => warnings,
    async report(problem, isWarning) {
      const { row, line, column, code, message } = problem;
      text += csvLine([String(row), String(line), column ?? '', code, message, isWarning ? 'warning' : 'error']);
      if (isWarning) {
        warnings += 1;
        if (firstWarnings.length < shown) firstWarnings.push(located(problem, 'warning'));
      } else {
        problems += 1;
        codes.set(code, (codes.get(code) ?? 0) + 1);
        if (first.length < shown) first.push(located(problem, 'error'));
      }
      if (text.length >= flushAt) await flush();
    },
    async end(rows) {
      if (text !== '') await flush();
      await handle?.sync();
      isEnded = true;
      if (handle !== undefined) await dropOld(folder);
      await close();
      for (const line of firstWarnings)
        context.terminal.note(line, (colors, note) => note.replace(/^warning/, colors.yellow('warning')));
      if (warnings > firstWarnings.length) context.terminal.note(`… all ${thousands(warnings)} warnings: ${path}`);
      if (problems === 0) return;
      const sorted = [...codes].sort(([, one], [, other]) => other - one);
      const counted = sorted.map(([code, count]) => `${thousands(count)} ${code}`).join(', ');
      const more = problems > first.length ? [`… and ${thousands(problems - first.length)} more`] : [];
      throw new CliError(
        'E-FILE-INVALID',
        `${name} has ${thousands(problems)} ${problems === 1 ? 'problem' : 'problems'} in ${rowsText(rows)}.`,
        {
          details: [...first, ...more, `by code: ${counted}`, `all of them: ${path}`],
        },
      );
    },
    async discard() {
      if (isEnded) return;
      const isOpen = handle !== undefined;
      await close();
      if (isOpen) await rm(path, { force: true });
    },
  };
};
