import type { Context } from '../command.ts';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { csvLine } from '../../shared/bulk/csv/writeCsv.ts';
import type { RowProblem } from '../../shared/bulk/problems.ts';
import { CliError, forTerminal } from '../errors.ts';
import { makePrivateFolder, openTextFile } from '../files.ts';
import { rowsText } from './runManifest.ts';
import { thousands } from '../../shared/rules/thousands.ts';

const maxShown = 20;
const maxFiles = 20;

/** `row 218 (file line 219), column subdomain: …`. */
const located = ({ code, row, line, column, message }: RowProblem, severity: string): string => {
  const where = column === null ? '' : `, column ${column}`;
  return `${severity}[${code}] row ${thousands(row)} (file line ${thousands(line)})${where}: ${message}`;
};

export interface ProblemList {
  readonly report: (problem: RowProblem, isWarning: boolean) => Promise<void>;
  readonly problems: () => number;
  readonly warnings: () => number;
  /** Shows the first warnings; problems are thrown as one error with the first of them (exit 7). */
  end(rows: number): Promise<void>;
  /** Drops the list; another one reports the same. */
  discard(): Promise<void>;
}

/** Number of lists of this process, which makes the names of their files unique. */
let lists = 0;

/** Removes older lists: they quote cells of files that may no longer exist. */
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
  let isEnded = false;
  let file: ReturnType<typeof openTextFile> | undefined;
  lists += 1;
  const stamp = new Date(context.now()).toISOString().replace(/[-:.]/g, '');
  const folder = join(context.folders.state, 'validation');
  const path = join(folder, `${stamp}-${context.io.system.pid}-${lists}.validation.csv`);

  const openList = async () => {
    await makePrivateFolder(folder);
    const opened = await openTextFile(path);
    await opened.write(csvLine(['row', 'line', 'column', 'code', 'message', 'severity']));
    return opened;
  };

  return {
    problems: () => problems,
    warnings: () => warnings,
    async report(reported, isWarning) {
      const problem = { ...reported, message: forTerminal(reported.message) };
      const { row, line, column, code, message } = problem;
      if (isWarning) {
        warnings += 1;
        if (firstWarnings.length < maxShown) firstWarnings.push(located(problem, 'warning'));
      } else {
        problems += 1;
        codes.set(code, (codes.get(code) ?? 0) + 1);
        if (first.length < maxShown) first.push(located(problem, 'error'));
      }
      const cells = [String(row), String(line), column ?? '', code, message, isWarning ? 'warning' : 'error'];
      await (await (file ??= openList())).write(csvLine(cells));
    },
    async end(rows) {
      isEnded = true;
      const opened = await file;
      if (opened !== undefined) {
        await opened.flush();
        await opened.sync();
        await dropOld(folder);
        await opened.close();
      }
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
      if (isEnded || file === undefined) return;
      await (await file).close();
      await rm(path, { force: true });
    },
  };
};
