import type { Api } from '../shared/contract/api.ts';
import type { Context } from './context.ts';
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
  /** The command cannot do without it: asked for on a terminal, else a usage error that names it. Not with a file of many rows. */
  readonly required?: true;
  /** May be given several times; arrives as a list. */
  readonly many?: boolean;
  /** Turns the text into the value the command gets; throws a TypeError whose message says what is wrong. */
  readonly parse?: (text: string) => unknown;
  /**
   * Values only known on this machine, for completion. `files`: a path, which the command gets as an absolute one; `credentials`: a path, or a
   * bare name in the credentials folder of systemd.
   */
  readonly complete?: 'profiles' | 'fields' | 'files' | 'credentials' | 'runs';
}

export interface ArgumentSpec {
  /** `<id>` must be there, `[name]` may, `<words...>` takes the rest. */
  readonly name: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  readonly complete?: 'profiles' | 'commands' | 'codes' | 'runs';
  /** Names an organization by its id; --id, --subdomain or --name may stand for the word (records/organizationLookup.ts). */
  readonly organization?: true;
  /** The kind of record whose id this is, and the command that lists the ids; errors name both (records/recordErrors.ts). */
  readonly record?: { readonly name: string; readonly list?: string };
}

/** Columns a read command can show: all of them, dotted where nested, and those a table shows unless asked otherwise. */
export interface FieldList {
  readonly all: readonly string[];
  readonly table: readonly string[];
  /**
   * Fields with a fixed set of values: their texts, or texts by the number that stands for each. --where refuses other values; a table shows
   * the text.
   */
  readonly values?: Readonly<Record<string, readonly string[] | Readonly<Record<string, number>>>>;
  /** What `--output ids` prints; the first field unless named. */
  readonly id?: string;
  /** The moment a row belongs to, in lists whose newest row comes first: what --since of an export looks at. */
  readonly since?: string;
}

export interface Command<Options = object> {
  /** One word, or two where verbs belong together: `login enable`. */
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /**
   * `rows`: --fields --where --sort --limit --all; `record`: --fields; `confirm`: --yes; `write`: --yes --confirm-profile --reason
   * --ticket --dry-run, for commands that call `oneRow` of bulk/oneRow.ts or `confirmed` of records/confirmed.ts.
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
  /** Calls outside the contract, in words: those of the sign-in service. */
  readonly otherCalls?: readonly string[];
  /** Exits beyond 0, 1, 2 and, where it calls the API, 4, 5, 69, 75. */
  readonly exits?: readonly ExitName[];
  /** What an exit means here, where that is not what it means elsewhere. */
  readonly exitMeanings?: Partial<Readonly<Record<ExitName, string>>>;
  /** Two to four lines that run as they stand against the demo server; `<…>` marks what the reader fills in. */
  readonly examples: readonly string[];
  readonly hidden?: boolean;
  /** Reads no settings and no server, so that it also works without a home folder. */
  readonly isStandalone?: boolean;
  run(context: Context, options: Options, args: readonly string[]): Promise<void | Outcome>;
}

/** A word after `carepost`: a command of its own or a family of verbs. */
export interface NounBody {
  readonly command?: Command;
  readonly verbs?: readonly Command[];
}

/** Keeps each command's own option type while storing them in one list. */
export const defineCommand = <Options>(command: Command<Options>): Command => command as unknown as Command;
