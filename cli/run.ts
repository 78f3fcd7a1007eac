import { CommanderError } from 'commander';
import { ApiError } from '../shared/client/apiError.ts';
import type { Command } from './command.ts';
import { createContext, wantsJsonErrors } from './createContext.ts';
import type { GlobalOptions } from './context.ts';
import { CliError, errorRecord, ownErrors, toCliError } from './errors.ts';
import { exitLine, exits, type Outcome } from './exits.ts';
import { linesForTerminal } from './output/sanitize.ts';
import type { RowOptions } from './output/output.ts';
import { findNoun, firstWord } from './program.ts';
import { watchSignals } from './signals.ts';
import { findVerb } from './tree/verbs.ts';
import { buildProgram } from './tree/buildProgram.ts';

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

const showError = (error: CliError, asJson: boolean): void => {
  if (asJson) {
    process.stderr.write(`${JSON.stringify(errorRecord(error))}\n`);
    return;
  }
  const lines = [
    `error[${error.code}] ${error.message}`,
    ...error.details.map((detail) => `  ${detail}`),
    ...(error.hint === '' ? [] : [`hint: ${error.hint}`]),
    ...(error.correlationId === undefined ? [] : [`correlation id: ${error.correlationId}`]),
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
  if (thrown instanceof CliError) return thrown === finished ? thrown : undefined;
  return thrown instanceof ApiError && thrown.code !== 'E-CANCELED' ? toCliError(thrown) : undefined;
};

/** One run: from words to exit code. Commands throw; only here failures become texts. */
export const run = async (argv: readonly string[], version: string): Promise<void> => {
  let asJson = wantsJsonErrors(outputAsked(argv));
  const signals = watchSignals((error) => showError(error, asJson));
  const start = async (command: Command, _path: string, options: Record<string, unknown>, args: string[]) => {
    const globals = options as GlobalOptions;
    const rows = rowOptionsOf(options);
    const context = createContext({ command, globals, rows: rows.fields === '?' ? {} : rows, signal: signals.signal });
    asJson = wantsJsonErrors(context.config.get('output'));
    if (rows.fields === '?') {
      await context.output.values('field', command.fields?.all ?? []);
      return;
    }
    const outcome = await command.run(context, options, args);
    if (signals.name !== undefined) throw finished;
    if (outcome === undefined) return;
    process.exitCode = exits[outcome.exit].code;
    if (outcome.exit !== 'ok') showOutcome(outcome, asJson);
  };
  try {
    const program = await buildProgram(argv, version, start);
    await program.parseAsync([...argv], { from: 'user' });
    end(Number(process.exitCode ?? 0));
  } catch (thrown) {
    // The reader went away: signals.ts ends the run the same way when it sees it first.
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EPIPE') return end(0);
    if (thrown instanceof CommanderError) {
      if (thrown.exitCode === 0) return end(0);
      const error = await usageError(thrown, argv);
      showError(error, asJson);
      return end(exits[error.exit].code);
    }
    const error = signals.name === undefined ? await reported(thrown, argv, version) : signals.error(endOfCall(thrown));
    showError(error, asJson);
    end(exits[error.exit].code);
  }
};
