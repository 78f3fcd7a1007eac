/**
 * The command tree.
 *
 * To add a command `carepost things list`:
 *  1. In `commands/things.ts`: options type, `defineCommand<Options>({ name: 'list', summary, calls, fields, examples, run })`, and its place
 *     in the `verbs`. `run(context, options, args)` calls `(await context.client()).things.list(…)` and passes the response to
 *     `context.output.rows | record | values`, or to `showPages` / `showList` of output/listing.ts for lists. Throw a CliError, or let
 *     the client's ApiError pass: runCommand.ts turns both into texts and exit codes. Import nothing heavy at the top; use `await import()`.
 *  2. A new noun has one entry in the table below.
 * Flags for rows (--fields, --where, …) come by `takes: ['rows']`. Required arguments (`<id>`) and flags (`required: true`) are asked for on a
 * terminal. A command that writes takes `'write'` and calls `writeRow` of
 * bulk/writeRow.ts where a bulk action does the same for many, else `confirmed` before it sends anything. Nouns whose records are listed, shown, added, changed and deleted get their verbs from `records/recordCommands.ts`.
 * Help, `carepost commands`, completion and their tests read the same object.
 */
import type { NounBody } from './command.ts';
import { rootFlags } from './tree/flags.ts';
import type { NounLine } from './tree/rootHelp.ts';

export interface Noun extends NounLine {
  readonly aliases: readonly string[];
  readonly load: () => Promise<NounBody>;
}

const signIn = 'Sign-in and settings';
const work = 'Organizations';
const exchange = 'Exchange of messages';
const tools = 'Tools';

/** A noun is loaded only when it is named, so starting stays cheap however many there are. */
export const nouns: readonly Noun[] = [
  {
    name: 'login',
    aliases: [],
    group: signIn,
    summary: 'sign in',
    load: async () => (await import('./commands/login.ts')).login,
  },
  {
    name: 'logout',
    aliases: [],
    group: signIn,
    summary: 'sign out and revoke the sign-in',
    load: async () => (await import('./commands/logout.ts')).logout,
  },
  {
    name: 'whoami',
    aliases: [],
    group: signIn,
    summary: 'show who is signed in, where, and until when',
    load: async () => (await import('./commands/whoami.ts')).whoami,
  },
  {
    name: 'profile',
    aliases: ['profiles'],
    group: signIn,
    summary: 'manage profiles, one for each installation',
    load: async () => (await import('./commands/profile.ts')).profile,
  },
  {
    name: 'config',
    aliases: [],
    group: signIn,
    summary: 'show the settings and where each value comes from',
    load: async () => (await import('./commands/config.ts')).config,
  },
  {
    name: 'doctor',
    aliases: [],
    group: signIn,
    summary: 'check versions, configuration, key store, network and clock',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'orgs',
    aliases: ['org', 'organizations', 'organization'],
    group: work,
    summary: 'list, change and activate organizations',
    load: async () => (await import('./commands/orgs.ts')).orgs,
  },
  {
    name: 'service-accounts',
    aliases: ['service-account'],
    group: work,
    summary: 'list the service accounts of organizations and set their limits',
    load: async () => (await import('./commands/service-accounts.ts')).serviceAccounts,
  },
  {
    name: 'addresses',
    aliases: ['address'],
    group: work,
    summary: 'manage direct addresses and fax numbers of organizations',
    load: async () => (await import('./commands/addresses.ts')).addresses,
  },
  {
    name: 'sources',
    aliases: ['source'],
    group: work,
    summary: 'list the providers of direct messages and faxes',
    load: async () => (await import('./commands/sources.ts')).sources,
  },
  {
    name: 'oids',
    aliases: ['oid'],
    group: work,
    summary: 'manage alternate OIDs of organizations',
    load: async () => (await import('./commands/oids.ts')).oids,
  },
  {
    name: 'directory',
    aliases: [],
    group: work,
    summary: 'manage Carequality directory entries of organizations',
    load: async () => (await import('./commands/directory.ts')).directory,
  },
  {
    name: 'networks',
    aliases: ['network'],
    group: work,
    summary: 'manage networks, their organizations, administrators and service accounts',
    load: async () => (await import('./commands/networks.ts')).networks,
  },
  {
    name: 'resellers',
    aliases: ['reseller'],
    group: work,
    summary: 'manage resellers',
    load: async () => (await import('./commands/resellers.ts')).resellers,
  },
  {
    name: 'plans',
    aliases: ['plan'],
    group: work,
    summary: 'manage subscription plans',
    load: async () => (await import('./commands/plans.ts')).plans,
  },
  {
    name: 'eulas',
    aliases: ['eula'],
    group: work,
    summary: 'manage license agreements',
    load: async () => (await import('./commands/eulas.ts')).eulas,
  },
  {
    name: 'brands',
    aliases: ['brand'],
    group: work,
    summary: 'list the brands of organizations',
    load: async () => (await import('./commands/brands.ts')).brands,
  },
  {
    name: 'features',
    aliases: ['feature'],
    group: work,
    summary: 'list the features of organizations and networks',
    load: async () => (await import('./commands/features.ts')).features,
  },
  {
    name: 'reports',
    aliases: ['report'],
    group: work,
    summary: 'export, verify and compare reports',
    load: async () => (await import('./commands/reports.ts')).reports,
  },
  {
    name: 'messages',
    aliases: ['message'],
    group: exchange,
    summary: 'inspect messages, attachments and events; send test messages',
    load: async () => (await import('./commands/messages.ts')).messages,
  },
  {
    name: 'workflows',
    aliases: ['workflow'],
    group: exchange,
    summary: 'inspect and retry message workflows',
    load: async () => (await import('./commands/workflows.ts')).workflows,
  },
  {
    name: 'health',
    aliases: [],
    group: exchange,
    summary: 'show channels, alerts and workers; checks for monitoring',
    load: async () => (await import('./commands/health.ts')).health,
  },
  {
    name: 'bulk',
    aliases: [],
    group: work,
    summary: 'change many records at once: plan, apply, resume, undo',
    load: async () => (await import('./commands/bulk.ts')).bulk,
  },
  {
    name: 'schedule',
    aliases: [],
    group: tools,
    summary: 'print the systemd, cron or Windows schedule of a command',
    load: async () => (await import('./commands/schedule.ts')).schedule,
  },
  {
    name: 'runs',
    aliases: ['run'],
    group: tools,
    summary: 'list and show the runs of this machine',
    load: async () => (await import('./commands/runs.ts')).runs,
  },
  {
    name: 'audit',
    aliases: [],
    group: tools,
    summary: 'show who changed what, on this machine and on the server',
    load: async () => (await import('./commands/audit.ts')).audit,
  },
  {
    name: 'support',
    aliases: [],
    group: tools,
    summary: 'collect information for support, without personal data',
    load: async () => (await import('./commands/support.ts')).support,
  },
  {
    name: 'guid',
    aliases: [],
    group: tools,
    summary: 'generate GUIDs',
    load: async () => (await import('./commands/guid.ts')).guid,
  },
  {
    name: 'api',
    aliases: [],
    group: tools,
    summary: 'send any call to the API',
    load: async () => (await import('./commands/api.ts')).api,
  },
  {
    name: 'commands',
    aliases: [],
    group: tools,
    summary: 'list all commands',
    load: async () => (await import('./commands/commands.ts')).commands,
  },
  {
    name: 'explain',
    aliases: [],
    group: tools,
    summary: 'explain an error code, offline',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  {
    name: 'completion',
    aliases: [],
    group: tools,
    summary: 'print the completion script for a shell',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  {
    name: 'man',
    aliases: [],
    group: tools,
    summary: 'print manual pages',
    load: async () => (await import('./commands/man.ts')).man,
  },
  {
    name: 'help',
    aliases: [],
    group: tools,
    summary: 'show help for a command or a topic',
    load: async () => (await import('./commands/help.ts')).help,
  },
];

export const topicNames = [
  'environment',
  'flags',
  'exit-codes',
  'output',
  'bulk',
  'csv',
  'scheduling',
  'authentication',
] as const;

const takesValue = new Set(
  rootFlags
    .filter(({ flags }) => flags.includes('<'))
    .flatMap(({ flags }) => flags.split(/[ ,]+/).filter((word) => word.startsWith('-'))),
);

/** The first word that is no flag and no flag's value. */
export const firstWord = (argv: readonly string[]): string | undefined => {
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') return argv[index + 1];
    if (!word.startsWith('-')) return word;
    if (takesValue.has(word)) index += 1;
  }
  return undefined;
};

export const findNoun = (word: string | undefined): Noun | undefined =>
  nouns.find(({ name, aliases }) => name === word || aliases.includes(word ?? ''));
