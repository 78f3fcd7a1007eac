import type { GlobalOptions, Command } from './command.ts';
import type { ChalkInstance } from 'chalk';
import { CommanderError } from 'commander';
import { ApiError } from '../shared/client/apiError.ts';
import { defined } from '../shared/rules/defined.ts';
import { carryOut } from './carryOut.ts';
import { type Config, withSignInHint } from './config.ts';
import { createContext, wantsJsonErrors } from './createContext.ts';
import { createExitHooks } from './exitHooks.ts';
import { CliError, DryRunEnd, errorRecord, ownErrors, toCliError, outcomeCode } from './errors.ts';
import { exitHead, type ExitName, exits, type Outcome } from './exits.ts';
import { colorsFor } from './output/color.ts';
import { linesForTerminal } from './output/cells.ts';
import type { RowOptions } from './output/output.ts';
import { compileQuery } from './output/query.ts';
import { chooseFields, parseSort } from './output/fields.ts';
import { parseCondition } from './output/where.ts';
import { findResource, firstWord } from './program.ts';
import type { Io, OutputStream } from './io.ts';
import { watchSignals } from './signals.ts';
import { findCommand } from './tree/findCommand.ts';
import { buildProgram } from './tree/buildProgram.ts';
import { requestedExport } from './tree/exportFlags.ts';
import { flagsOf, selectionOf } from './tree/flags.ts';

const rowOptionsOf = ({ fields, where, sort, limit, all }: Record<string, unknown>): RowOptions =>
  defined({
    fields: typeof fields === 'string' ? fields : undefined,
    where: Array.isArray(where) ? where.map(String) : undefined,
    sort: typeof sort === 'string' ? sort : undefined,
    limit: typeof limit === 'number' ? limit : undefined,
    all: all === true || undefined,
  });

/** The value of a flag, as far as it can be known when the command line itself is wrong. */
const flagValue = (argv: readonly string[], long: string, short?: string): string | undefined => {
  for (const [index, word] of argv.entries()) {
    if (word === long || word === short) return argv[index + 1];
    if (word.startsWith(`${long}=`)) return word.slice(long.length + 1);
    if (short !== undefined && word.startsWith(short) && word.length > 2) return word.slice(2);
  }
  return undefined;
};

/** `orgs list`, as far as the words name a command; its help explains what was wrong. */
const commandNamed = async (argv: readonly string[]): Promise<string> => {
  const word = firstWord(argv);
  const resource = findResource(word);
  if (resource === undefined || word === undefined) return '';
  const { commands = [] } = await resource.load();
  const rest = argv.slice(argv.indexOf(word) + 1);
  const next = firstWord(rest) ?? '';
  const after = firstWord(rest.slice(rest.indexOf(next) + 1)) ?? '';
  const match = findCommand(commands, [next, after]);
  if (match !== undefined) return `${resource.name} ${match.command.name} `;
  return commands.some(({ name }) => name.startsWith(`${next} `)) ? `${resource.name} ${next} ` : `${resource.name} `;
};

/** The error of commander about a command line, with the help to run. */
export const usageError = async (error: CommanderError, argv: readonly string[]): Promise<CliError> => {
  const message = error.message
    .replace(/^error: /, '')
    .replace(/\s*\n\(/, ' (')
    .trim();
  return new CliError('E-USAGE', message === '(outputHelp)' ? 'A command is needed.' : message, {
    hint: `Run: carepost ${await commandNamed(argv)}--help`,
  });
};

interface ErrorStyle {
  readonly asJson: boolean;
  /** One line for everything: under cron each line is part of a mail. */
  readonly quiet: boolean;
  readonly runId: string | undefined;
  readonly colors: ChalkInstance;
}

/**
 * Message and details without repetition: a server sends its message also as the text of a field, `code: Code is required.`, which then is
 * the message.
 */
const textsOf = ({ message, details }: CliError): readonly string[] => {
  const index = details.findIndex((detail) => detail === message || detail.endsWith(`: ${message}`));
  const first = index < 0 ? message : (details[index] ?? message);
  return [...new Set([first, ...details.filter((_detail, at) => at !== index)])];
};

/** Exits of runs that did a part of what they were called for, or were stopped: yellow; the others are red. */
const unfinished = new Set<ExitName>(['partial', 'changes', 'interrupted', 'terminated']);

const coloredExit = (colors: ChalkInstance, exit: ExitName, message = ''): string => {
  const color = unfinished.has(exit) ? colors.yellow : colors.red;
  return `${color(exitHead(exit))}${message === '' ? '' : `: ${linesForTerminal(message)}`}`;
};

const writeError = (stderr: OutputStream, error: CliError, { asJson, quiet, runId, colors }: ErrorStyle): void => {
  if (asJson) {
    stderr.write(`${JSON.stringify({ ...errorRecord(error), ...(runId === undefined ? {} : { run: runId }) })}\n`);
    return;
  }
  if (quiet) {
    const parts = [
      error.message.split('\n')[0] ?? '',
      `[${error.code}]`,
      ...(runId === undefined ? [] : [`run ${runId}`]),
    ];
    stderr.write(`${coloredExit(colors, error.exit, parts.join(' '))}\n`);
    return;
  }
  const [text = '', ...details] = textsOf(error);
  const labeled = (label: string, value: string) => `${label} ${linesForTerminal(value)}`;
  const lines = [
    labeled(colors.red.bold(`error[${error.code}]`), text),
    ...details.map((detail) => linesForTerminal(`  ${detail}`)),
    ...(error.hint === '' ? [] : [labeled(colors.cyan('hint:'), error.hint)]),
    ...(error.correlationId === undefined ? [] : [labeled(colors.dim('correlation id:'), error.correlationId)]),
    ...(runId === undefined ? [] : [labeled(colors.dim('run:'), runId)]),
    coloredExit(colors, error.exit),
  ];
  stderr.write(`${lines.join('\n')}\n`);
};

/** The result is on stdout; stderr says why the code is not 0. */
const writeOutcome = (stderr: OutputStream, outcome: Outcome, asJson: boolean, colors: ChalkInstance): void => {
  const { exit, message } = outcome;
  const record = { code: outcomeCode(outcome), message, hint: '', correlationId: null, exit: exits[exit].code };
  stderr.write(`${asJson ? JSON.stringify(record) : coloredExit(colors, exit, message)}\n`);
};

/** Refuses fields, conditions and orders that cannot be before the command asks or sends anything. */
const checkRowOptions = ({ takes = [], fields }: Command, rows: RowOptions): void => {
  if (fields === undefined) return;
  if (takes.includes('rows') || takes.includes('record')) chooseFields(rows.fields, fields.table, fields);
  if (!takes.includes('rows')) return;
  for (const text of rows.where ?? []) parseCondition(text, fields);
  if (rows.sort !== undefined) parseSort(rows.sort, fields);
};

/** `--json id,name` stands for `--output json --fields id,name`. */
const withJson = (command: Command, options: Record<string, unknown>): Record<string, unknown> => {
  const { json, output, fields, ...rest } = options;
  if (typeof json !== 'string') return options;
  if (command.takes?.some((kind) => kind === 'rows' || kind === 'record') !== true)
    throw new CliError('E-USAGE', 'This command has no fields to choose: use --output json instead of --json.');
  const other = output === undefined ? (fields === undefined ? undefined : '--fields') : '--output';
  if (other !== undefined) throw new CliError('E-USAGE', `Give either --json or ${other}.`);
  return { ...rest, output: 'json', fields: json };
};

/** Names the command whose help explains what was wrong. */
const withCommand = async (error: CliError, argv: readonly string[]): Promise<CliError> =>
  error.code === 'E-USAGE' && error.hint === ownErrors['E-USAGE'].hint
    ? error.with({ hint: `Run: carepost ${await commandNamed(argv)}--help` })
    : error;

/** A defect leaves a report behind; the error names the file. */
const withReport = async (thrown: unknown, argv: readonly string[], version: string, io: Io): Promise<CliError> => {
  const error = toCliError(thrown);
  if (error.exit !== 'internal') return withCommand(error, argv);
  const [{ safeArguments, writeCrash }, { findFolders }] = await Promise.all([
    import('./crash.ts'),
    import('./folders.ts'),
  ]);
  let file: string | undefined;
  try {
    const { state } = findFolders(io);
    file = writeCrash(io, { error: thrown, version, args: safeArguments(argv), stateFolder: state });
  } catch {
    // Without a home folder there is no folder for a report.
  }
  const hint = file === undefined ? error.hint : `Please report it with ${file}; it holds no secrets.`;
  return new CliError('E-DEFECT', error.message, { hint });
};

const finished = new CliError('E-INTERRUPTED', 'The change in progress was finished first.', { hint: '' });

/** What a stopped run reports besides the signal: how the call in progress ended. */
const endOfCall = (thrown: unknown): CliError | undefined => {
  if (thrown instanceof CliError) return thrown.code === finished.code ? thrown : undefined;
  return thrown instanceof ApiError && thrown.code !== 'E-CANCELED' ? toCliError(thrown) : undefined;
};

/** Runs the command that the words name. Commands throw; only here failures become texts and exit codes. */
export const runCommand = async (argv: readonly string[], version: string, io: Io): Promise<number> => {
  let asJson = wantsJsonErrors(
    flagValue(argv, '--json') === undefined ? (flagValue(argv, '--output', '-o') ?? io.env['CAREPOST_OUTPUT']) : 'json',
  );
  let colors = colorsFor(flagValue(argv, '--color') ?? io.env['CAREPOST_COLOR'] ?? 'auto', io.stderr, io.env);
  const exitHooks = createExitHooks();
  let quiet = argv
    .slice(0, argv.includes('--') ? argv.indexOf('--') : undefined)
    .some((word) => /^(-q|--quiet)$/.test(word));
  let config: Config | undefined;
  const report = (thrown: CliError): number => {
    const error = config === undefined ? thrown : withSignInHint(thrown, config);
    writeError(io.stderr, error, { asJson, quiet, runId: exitHooks.runId, colors });
    return exits[error.exit].code;
  };
  const signals = watchSignals(io, report);
  let code: number = exits.ok.code;
  const start = async (command: Command, path: string, parsed: Record<string, unknown>, args: string[]) => {
    const options = withJson(command, parsed);
    const globals = options as GlobalOptions;
    quiet = globals.quiet === true;
    const rows = rowOptionsOf(options);
    const flags = requestedExport(command, flagsOf(command), options);
    const context = createContext({
      io,
      argv,
      command,
      path,
      args,
      globals,
      rows: rows.fields === '?' ? {} : rows,
      query: globals.query === undefined ? undefined : await compileQuery(globals.query),
      signal: signals.signal,
      exitHooks,
    });
    ({ config } = context);
    asJson = wantsJsonErrors(config.get('output'));
    colors = context.terminal.colorsErr;
    // Of a report only the server knows the columns, so its command lists them itself.
    if (rows.fields === '?' && command.takes?.some((kind) => kind === 'rows' || kind === 'record') === true) {
      await context.output.values('field', command.fields?.all ?? []);
      return;
    }
    checkRowOptions(command, rows);
    const outcome = await exitHooks.watch(async () => {
      if (flags === undefined) return carryOut(context, options);
      const { exportList } = await import('./exports/listExport.ts');
      const selection = [...args, ...selectionOf(command, options)];
      return exportList(context, { flags, rows, selection, pageSize: options['pageSize'] }, (inside) =>
        carryOut(inside, options),
      );
    });
    if (signals.name !== undefined) throw finished;
    if (outcome === undefined) return;
    code = outcome.pluginCode ?? exits[outcome.exit].code;
    if (outcome.exit !== 'ok') writeOutcome(io.stderr, outcome, asJson, colors);
  };
  const execute = async (): Promise<number> => {
    try {
      const program = await buildProgram(argv, version, io, start);
      await program.parseAsync([...argv], { from: 'user' });
      return code;
    } catch (thrown) {
      // The reader of an export to standard output left.
      if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EPIPE') return exits.ok.code;
      if (thrown instanceof DryRunEnd) return exits.ok.code;
      if (thrown instanceof CommanderError)
        return thrown.exitCode === 0 ? exits.ok.code : report(await usageError(thrown, argv));
      return report(
        signals.name === undefined ? await withReport(thrown, argv, version, io) : signals.error(endOfCall(thrown)),
      );
    }
  };
  try {
    return await Promise.race([execute(), signals.aborted]);
  } finally {
    signals.close();
  }
};
