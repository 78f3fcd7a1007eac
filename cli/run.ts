import { CommanderError } from 'commander';
import { ApiError } from '../shared/client/apiError.ts';
import type { Command } from './command.ts';
import { carryOut } from './carryOut.ts';
import { createContext, wantsJsonErrors } from './createContext.ts';
import type { GlobalOptions } from './context.ts';
import { createEndings } from './endings.ts';
import { CliError, DryRunEnd, errorRecord, ownErrors, toCliError } from './errors.ts';
import { exitLine, exits, type Outcome } from './exits.ts';
import { linesForTerminal } from './output/sanitize.ts';
import type { RowOptions } from './output/output.ts';
import { checkRowOptions } from './output/rowChecks.ts';
import { findNoun, firstWord } from './program.ts';
import { watchSignals } from './signals.ts';
import { findVerb } from './tree/verbs.ts';
import { buildProgram } from './tree/buildProgram.ts';
import { exportAsked } from './exports/exportAsked.ts';
import { flagsOf, selectionOf } from './tree/flags.ts';

const rowOptionsOf = (options: Record<string, unknown>): RowOptions => ({
  ...(typeof options['fields'] === 'string' ? { fields: options['fields'] } : {}),
  ...(Array.isArray(options['where']) ? { where: options['where'].map(String) } : {}),
  ...(typeof options['sort'] === 'string' ? { sort: options['sort'] } : {}),
  ...(typeof options['limit'] === 'number' ? { limit: options['limit'] } : {}),
  ...(options['all'] === true ? { all: true } : {}),
});

/** `--output json`, as far as it can be known when the command line itself is wrong. */
const outputAsked = (argv: readonly string[]): string | undefined => {
  for (const [index, word] of argv.entries()) {
    if (word === '--output' || word === '-o') return argv[index + 1];
    const attached = /^(?:--output=|-o)(.+)$/.exec(word)?.[1];
    if (attached !== undefined) return attached;
  }
  return process.env['CAREPOST_OUTPUT'];
};

/** `orgs list`, as far as the words name a command; its help explains what was wrong. */
const commandNamed = async (argv: readonly string[]): Promise<string> => {
  const word = firstWord(argv);
  const noun = findNoun(word);
  if (noun === undefined || word === undefined) return '';
  const { verbs = [] } = await noun.load();
  const rest = argv.slice(argv.indexOf(word) + 1);
  const next = firstWord(rest) ?? '';
  const after = firstWord(rest.slice(rest.indexOf(next) + 1)) ?? '';
  const found = findVerb(verbs, [next, after]);
  if (found !== undefined) return `${noun.name} ${found.verb.name} `;
  return verbs.some(({ name }) => name.startsWith(`${next} `)) ? `${noun.name} ${next} ` : `${noun.name} `;
};

const usageError = async (error: CommanderError, argv: readonly string[]): Promise<CliError> => {
  const message = error.message
    .replace(/^error: /, '')
    .replace(/\s*\n\(/, ' (')
    .trim();
  return new CliError('E-USAGE', message === '(outputHelp)' ? 'A command is needed.' : message, {
    hint: `Run: carepost ${await commandNamed(argv)}--help`,
  });
};

interface Showing {
  readonly asJson: boolean;
  /** Under cron each line is part of a mail: one says it all. */
  readonly quiet: boolean;
  readonly run?: string | undefined;
}

const showError = (error: CliError, { asJson, quiet, run }: Showing): void => {
  if (asJson) {
    process.stderr.write(`${JSON.stringify({ ...errorRecord(error), ...(run === undefined ? {} : { run }) })}\n`);
    return;
  }
  if (quiet) {
    const told = [error.message.split('\n')[0] ?? '', `[${error.code}]`, ...(run === undefined ? [] : [`run ${run}`])];
    process.stderr.write(`${linesForTerminal(exitLine(error.exit, told.join(' ')))}\n`);
    return;
  }
  const lines = [
    `error[${error.code}] ${error.message}`,
    ...error.details.map((detail) => `  ${detail}`),
    ...(error.hint === '' ? [] : [`hint: ${error.hint}`]),
    ...(error.correlationId === undefined ? [] : [`correlation id: ${error.correlationId}`]),
    ...(run === undefined ? [] : [`run: ${run}`]),
    exitLine(error.exit, error.message.split('\n')[0] ?? ''),
  ];
  process.stderr.write(`${linesForTerminal(lines.join('\n'))}\n`);
};

/** The result stands on stdout; stderr says why the code is not 0. */
const showOutcome = ({ exit, message }: Outcome, asJson: boolean): void => {
  const record = { code: exit, message, hint: '', correlationId: null, exit: exits[exit].code };
  process.stderr.write(`${asJson ? JSON.stringify(record) : linesForTerminal(exitLine(exit, message))}\n`);
};

/** Ends at once: idle connections must not hold the process. What was written to the streams is out by then. */
const end = (code: number): void => {
  process.exitCode = code;
  if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit(code);
};

/** Names the command whose help explains what was wrong. */
const withCommand = async (error: CliError, argv: readonly string[]): Promise<CliError> => {
  if (error.code !== 'E-USAGE' || error.hint !== ownErrors['E-USAGE'].hint) return error;
  const { exit, details } = error;
  return new CliError('E-USAGE', error.message, {
    exit,
    details,
    hint: `Run: carepost ${await commandNamed(argv)}--help`,
  });
};

/** A defect leaves a report behind and says where. */
const reported = async (thrown: unknown, argv: readonly string[], version: string): Promise<CliError> => {
  const error = toCliError(thrown);
  if (error.exit !== 'internal') return withCommand(error, argv);
  const [{ safeWords, writeCrash }, { findFolders }] = await Promise.all([
    import('./crash.ts'),
    import('./folders.ts'),
  ]);
  const { state } = findFolders(process.env);
  const file = writeCrash({ error: thrown, version, words: safeWords(argv), stateFolder: state, at: new Date() });
  const hint = file === undefined ? error.hint : `Please report it with ${file}; it holds no secrets.`;
  return new CliError('E-DEFECT', error.message, { hint });
};

const finished = new CliError('E-INTERRUPTED', 'What was under way was finished first.', { hint: '' });

/** What a stopped run has to say besides that it was stopped: how a call ended that was let finish. */
const endOfCall = (thrown: unknown): CliError | undefined => {
  if (thrown instanceof CliError) return thrown.code === finished.code ? thrown : undefined;
  return thrown instanceof ApiError && thrown.code !== 'E-CANCELED' ? toCliError(thrown) : undefined;
};

/** One run: from words to exit code. Commands throw; only here failures become texts. */
export const run = async (argv: readonly string[], version: string): Promise<void> => {
  let asJson = wantsJsonErrors(outputAsked(argv));
  const endings = createEndings();
  let quiet = argv
    .slice(0, argv.includes('--') ? argv.indexOf('--') : undefined)
    .some((word) => /^(-q|--quiet)$/.test(word));
  const tell = (error: CliError) => showError(error, { asJson, quiet, run: endings.run });
  const signals = watchSignals(tell);
  const start = async (command: Command, path: string, options: Record<string, unknown>, words: string[]) => {
    const globals = options as GlobalOptions;
    quiet = globals.quiet === true;
    const rows = rowOptionsOf(options);
    const flags = exportAsked(command, flagsOf(command), options);
    const context = createContext({
      command,
      path,
      words,
      globals,
      rows: rows.fields === '?' ? {} : rows,
      signal: signals.signal,
      endings,
    });
    asJson = wantsJsonErrors(context.config.get('output'));
    // Of a report only the server knows the columns, so its command lists them itself.
    if (rows.fields === '?' && command.takes?.some((kind) => kind === 'rows' || kind === 'record') === true) {
      await context.output.values('field', command.fields?.all ?? []);
      return;
    }
    checkRowOptions(command, rows);
    const outcome = await endings.watch(async () => {
      if (flags === undefined) return carryOut(context, options);
      const { exportList } = await import('./exports/listExport.ts');
      const selection = [...words, ...selectionOf(command, options)];
      return exportList(context, { flags, rows, selection, pageSize: options['pageSize'] }, (inside) =>
        carryOut(inside, options),
      );
    });
    if (signals.name !== undefined) throw finished;
    if (outcome === undefined) return;
    process.exitCode = outcome.pluginCode ?? exits[outcome.exit].code;
    if (outcome.exit !== 'ok') showOutcome(outcome, asJson);
  };
  try {
    const program = await buildProgram(argv, version, start);
    await program.parseAsync([...argv], { from: 'user' });
    end(Number(process.exitCode ?? 0));
  } catch (thrown) {
    // The reader went away: signals.ts ends the run the same way when it sees it first.
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EPIPE') return end(0);
    if (thrown instanceof DryRunEnd) return end(0);
    if (thrown instanceof CommanderError) {
      if (thrown.exitCode === 0) return end(0);
      const error = await usageError(thrown, argv);
      tell(error);
      return end(exits[error.exit].code);
    }
    const error = signals.name === undefined ? await reported(thrown, argv, version) : signals.error(endOfCall(thrown));
    tell(error);
    end(exits[error.exit].code);
  }
};
