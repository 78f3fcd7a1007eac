import type { Api } from '../shared/contract/api.ts';
import type { CallOptions, Client } from '../shared/client/createClient.ts';
import type { Config } from './config.ts';
import type { ExitHooks } from './exitHooks.ts';
import type { Folders } from './folders.ts';
import type { Io } from './io.ts';
import type { FieldList } from './output/fields.ts';
import type { Output } from './output/output.ts';
import type { Session } from './session/sessionRecord.ts';
import type { Terminal } from './terminal.ts';
import type { Trace } from './trace.ts';
import type { ExitName, Outcome } from './exits.ts';

/** A contract row by name, `organizations.list`; help and `carepost commands` show its method and path. */
export type Call = { [A in keyof Api]: `${A}.${Extract<keyof Api[A], string>}` }[keyof Api];

/**
 * Sections of flags in the help, in this order. Selection: which records a command reads or changes; Content: the values that it writes; Action:
 * how it carries its change out.
 */
export const flagGroups = [
  'Sign-in',
  'Selection',
  'Content',
  'Action',
  'Safety',
  'Output',
  'Export',
  'Connection',
] as const;
export type FlagGroup = (typeof flagGroups)[number];

export interface OptionSpec {
  /** As commander reads it: `-n, --count <number>`, `--all`, `--where <condition>`. */
  readonly flags: string;
  readonly summary: string;
  readonly group: FlagGroup;
  readonly choices?: readonly string[];
  /** Without it the command prompts on a terminal, and is a usage error that names it elsewhere. Not with a file of many rows. */
  readonly required?: true;
  /** Repeatable; arrives as a list. */
  readonly many?: boolean;
  /** Repeatable, but each name before the `=` comes once: the last of two would win without a word. */
  readonly distinct?: boolean;
  /** The field of the request that the value fills, where it is not called like the flag (tree/flagFields.ts); errors name the flag. */
  readonly field?: string;
  /** The kind of record whose id this is; its form is checked before the command runs. */
  readonly record?: RecordKind;
  /** Parses the text into the value that the command gets; throws a TypeError with the message for the user. */
  readonly parse?: (text: string) => unknown;
  /**
   * Values only known on this machine, for completion. `files`: a path, which the command gets as an absolute one; `credentials`: a path, or a
   * bare name in the credentials folder of systemd.
   */
  readonly complete?: 'profiles' | 'fields' | 'files' | 'credentials' | 'runs';
}

/** The flags of a section of the help: `selectionFlag('--org <id>', 'only addresses of this organization')`. */
const flagIn =
  (group: FlagGroup) =>
  <const F extends string, const More extends Partial<Omit<OptionSpec, 'flags' | 'summary' | 'group'>>>(
    flags: F,
    summary: string,
    more?: More,
  ) =>
    ({ flags, summary, group, ...more }) as Pick<OptionSpec, 'summary' | 'group'> & { readonly flags: F } & More;

export const selectionFlag = flagIn('Selection');
export const contentFlag = flagIn('Content');
export const actionFlag = flagIn('Action');
export const safetyFlag = flagIn('Safety');
export const outputFlag = flagIn('Output');
export const exportFlag = flagIn('Export');
export const connectionFlag = flagIn('Connection');
export const signInFlag = flagIn('Sign-in');

export interface ArgumentSpec {
  /** `<id>` must be there, `[name]` may, `<words...>` takes the rest. */
  readonly name: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  readonly complete?: 'profiles' | 'commands' | 'codes' | 'runs';
  /** Names an organization by its id; --id, --subdomain or --name may replace it (records/organizationLookup.ts). */
  readonly organization?: true;
  /** The kind of record whose id this is; its form is checked, and a name looked up, before the command runs (records/recordNames.ts). */
  readonly record?: RecordKind;
}

/** A kind of record as errors name it (records/recordErrors.ts). */
export interface RecordKind {
  readonly name: string;
  /** The command that lists the ids. */
  readonly list?: string;
  /** The command that shows the id of the caller's own record, for callers who may not list them. */
  readonly own?: string;
  /** What identifies one, where it is not a GUID; a `text` has any form. */
  readonly ids?: 'number' | 'OID' | 'text';
  /** A name may replace the id: what errors call it, and the records whose names contain a text. */
  readonly named?: {
    readonly by: string;
    readonly search: (
      client: Client,
      text: string,
      options: CallOptions,
    ) => Promise<readonly { readonly id: string; readonly name: string }[]>;
  };
}

export interface Command<Options = object> {
  /** One word, or two where commands belong together: `login enable`. */
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /**
   * `rows`: --fields --where --sort --limit --all; `record`: --fields; `confirm`: --yes; `write`: --yes --confirm-profile --reason
   * --ticket --dry-run, for commands that call `writeRow` of bulk/writeRow.ts or `confirmed` of records/confirmed.ts.
   */
  readonly takes?: readonly ('rows' | 'record' | 'confirm' | 'write')[];
  readonly fields?: FieldList;
  /** The bulk action that `--file` with a CSV stands for: `orgs activate --file F` is `bulk apply orgs.activate --file F`. */
  readonly fileAction?: string;
  /** Cells of that file which the command says itself: `enabled` of `orgs login disable`. */
  readonly fileImplies?: Readonly<Record<string, boolean>>;
  /** Its rows are organizations, so --export --for writes them as a bulk action takes them back. */
  readonly lists?: 'organizations';
  /** Prints bare values, not rows; then the default output is text also without a terminal. */
  readonly scalar?: boolean;
  /** `all`: the whole contract, for raw calls and checks. */
  readonly calls: readonly Call[] | 'all';
  /** Calls outside the contract, as texts: those of the sign-in service. */
  readonly otherCalls?: readonly string[];
  /** Exits that neither its calls, its flags nor `takes` bring about (tree/help.ts). */
  readonly exits?: readonly ExitName[];
  /** What an exit means here, where that is not what it means elsewhere. */
  readonly exitMeanings?: Partial<Readonly<Record<ExitName, string>>>;
  /**
   * Two to four lines that run as they stand against the demo server; `<…>` marks what the reader fills in. `carepost` and the command come
   * first unless the text names carepost itself. Without examples the help shows the command with its arguments, and with --output
   * (tree/help.ts).
   */
  readonly examples?: readonly string[];
  /** The way out where the caller does not have the role; the catalogue's hint where there is none. */
  readonly forbiddenHint?: string;
  readonly hidden?: boolean;
  /** Reads no settings and no server, so that it also works without a home folder. */
  readonly isStandalone?: boolean;
  run(context: Context, options: Options, args: readonly string[]): Promise<void | Outcome>;
}

/** What the module of a resource exports: its commands, or the one command that the resource itself is. */
export interface ResourceCommands {
  readonly command?: Command;
  readonly commands?: readonly Command[];
}

/** The first word after `carepost`. */
export interface Resource {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Section of the help. */
  readonly group: string;
  readonly load: () => Promise<ResourceCommands>;
}

type Camel<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
type FlagName<F extends string> = F extends `${string}--${infer Rest}`
  ? Rest extends `${infer Name} ${string}`
    ? Name
    : Rest
  : never;
type Attribute<F extends string> = FlagName<F> extends `no-${infer Name}` ? Camel<Name> : Camel<FlagName<F>>;
type Single<S extends OptionSpec> = S extends { readonly parse: (text: string) => infer Value }
  ? Value
  : S extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : S['flags'] extends `${string}<${string}`
      ? string
      : boolean;

/** The options that a command gets for its flags: `--page <number>` with its parser is `page?: number`. */
export type OptionsOf<Specs extends readonly OptionSpec[]> = {
  readonly [S in Specs[number] as string extends S['flags'] ? never : Attribute<S['flags']>]?: S extends {
    readonly many: true;
  }
    ? readonly Single<S>[]
    : Single<S>;
};

/** A command as its module declares it: a table shows all of a list in `fields`; without `calls` the command stays on this machine. */
export type Definition<Options = object> = Omit<Command<Options>, 'fields' | 'calls'> & {
  readonly fields?: FieldList | readonly string[];
  readonly calls?: Command['calls'];
};

type Inferring<Specs extends readonly OptionSpec[]> = Omit<Definition<OptionsOf<Specs>>, 'options'> & {
  readonly options: Specs;
};

/** Keeps each command's own option type, inferred from its flags or named, while storing them in one list. */
export function defineCommand<const Specs extends readonly OptionSpec[]>(command: Inferring<Specs>): Command;
export function defineCommand<Options>(command: Definition<Options>): Command;
export function defineCommand({ fields, calls = [], ...command }: Definition<never>): Command {
  const list = fields === undefined || 'all' in fields ? fields : { all: fields, table: fields };
  return { ...(command as Omit<Command, 'fields' | 'calls'>), calls, ...(list && { fields: list }) };
}

/** What the command line said before any command: root flags as commander gives them. */
export interface GlobalOptions {
  readonly profile?: string;
  readonly api?: string;
  readonly issuer?: string;
  readonly output?: string;
  readonly color?: string;
  readonly pager?: string | boolean;
  readonly timeout?: string;
  readonly maxWait?: string;
  readonly noInput?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
  readonly traceFile?: string;
  readonly escapeFormulas?: boolean;
  /** Fields, comma separated: shorthand of `--output json --fields`. */
  readonly json?: string;
  /** A JMESPath expression over the JSON result. */
  readonly query?: string;
}

/** All that a command may use. Built once per run and passed down; nothing in it is opened before its first use. */
export interface Context {
  readonly io: Io;
  readonly folders: Folders;
  readonly config: Config;
  readonly terminal: Terminal;
  readonly output: Output;
  readonly trace: Trace;
  readonly command: Command;
  /** The whole command line, for the names of its flags. */
  readonly argv: readonly string[];
  /** The name of the command, `plans update`, and its arguments without flags. */
  readonly path: string;
  readonly args: readonly string[];
  readonly exitHooks: ExitHooks;
  readonly globals: GlobalOptions;
  /** Aborted by the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** The absolute path of a file or folder named by a flag or an argument. */
  readonly pathOf: (name: string) => string;
  /** The sign-in of the profile in use. */
  session(): Promise<Session>;
  /** The typed client of the API, signed in; without a sign-in the first call fails with exit 4. */
  client(): Promise<Client>;
}
