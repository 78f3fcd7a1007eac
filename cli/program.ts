/**
 * The command tree.
 *
 * To add a command `carepost things list`:
 *  1. In `commands/things.ts`: options type, `defineCommand<Options>({ name: 'list', summary, calls, fields, examples, run })`, and an entry
 *     in its `commands`. `run(context, options, args)` calls `(await context.client()).things.list(…)` and passes the response to
 *     `context.output.rows | record | values`, or to `showPages` / `showList` of output/listing.ts for lists. Throw a CliError, or let
 *     the client's ApiError pass: runCommand.ts turns both into texts and exit codes. Import nothing heavy at the top; use `await import()`.
 *  2. A new resource has one entry in the table below; its module exports `commands`, or `command` where the word itself is the command.
 * Flags for rows (--fields, --where, …) come with `takes: ['rows']`. Required arguments (`<id>`) and flags (`required: true`) are prompted for
 * on a terminal. A command that writes has `takes: ['write']` and calls `writeRow` of bulk/writeRow.ts where a bulk action does the same for
 * many records, else `confirmed` before it sends anything. Resources whose records are listed, shown, added, changed and deleted get these
 * commands from `records/recordCommands.ts`.
 * Help, `carepost commands`, completion and their tests read the same objects.
 */
import type { Resource } from './command.ts';
import { rootFlags } from './tree/flags.ts';

const groups: Readonly<Record<string, readonly Omit<Resource, 'group'>[]>> = {
  'Sign-in and settings': [
    { name: 'login', summary: 'sign in', load: () => import('./commands/login.ts') },
    { name: 'logout', summary: 'sign out and revoke the sign-in', load: () => import('./commands/logout.ts') },
    {
      name: 'whoami',
      summary: 'show who is signed in, where, and until when',
      load: () => import('./commands/whoami.ts'),
    },
    {
      name: 'profile',
      aliases: ['profiles'],
      summary: 'manage profiles, one for each installation',
      load: () => import('./commands/profile.ts'),
    },
    {
      name: 'config',
      summary: 'show the settings and where each value comes from',
      load: () => import('./commands/config.ts'),
    },
    {
      name: 'doctor',
      summary: 'check versions, configuration, key store, network and clock',
      load: () => import('./commands/doctor.ts'),
    },
  ],
  Organizations: [
    {
      name: 'orgs',
      aliases: ['org', 'organizations', 'organization'],
      summary: 'list, change and activate organizations',
      load: () => import('./commands/orgs.ts'),
    },
    {
      name: 'service-accounts',
      aliases: ['service-account'],
      summary: 'list the service accounts of organizations and set their limits',
      load: () => import('./commands/service-accounts.ts'),
    },
    {
      name: 'addresses',
      aliases: ['address'],
      summary: 'manage direct addresses and fax numbers of organizations',
      load: () => import('./commands/addresses.ts'),
    },
    {
      name: 'sources',
      aliases: ['source'],
      summary: 'list the providers of direct messages and faxes',
      load: () => import('./commands/sources.ts'),
    },
    {
      name: 'oids',
      aliases: ['oid'],
      summary: 'manage alternate OIDs of organizations',
      load: () => import('./commands/oids.ts'),
    },
    {
      name: 'directory',
      summary: 'manage Carequality directory entries of organizations',
      load: () => import('./commands/directory.ts'),
    },
    {
      name: 'networks',
      aliases: ['network'],
      summary: 'manage networks, their organizations, administrators and service accounts',
      load: () => import('./commands/networks.ts'),
    },
    {
      name: 'resellers',
      aliases: ['reseller'],
      summary: 'manage resellers',
      load: () => import('./commands/resellers.ts'),
    },
    {
      name: 'plans',
      aliases: ['plan'],
      summary: 'manage subscription plans',
      load: () => import('./commands/plans.ts'),
    },
    {
      name: 'eulas',
      aliases: ['eula'],
      summary: 'manage license agreements',
      load: () => import('./commands/eulas.ts'),
    },
    {
      name: 'brands',
      aliases: ['brand'],
      summary: 'list the brands of organizations',
      load: () => import('./commands/brands.ts'),
    },
    {
      name: 'features',
      aliases: ['feature'],
      summary: 'list the features of organizations and networks',
      load: () => import('./commands/features.ts'),
    },
    {
      name: 'reports',
      aliases: ['report'],
      summary: 'export, verify and compare reports',
      load: () => import('./commands/reports.ts'),
    },
    {
      name: 'bulk',
      summary: 'change many records at once: plan, apply, resume, undo',
      load: () => import('./commands/bulk.ts'),
    },
  ],
  'Exchange of messages': [
    {
      name: 'messages',
      aliases: ['message'],
      summary: 'inspect messages, attachments and events; send test messages',
      load: () => import('./commands/messages.ts'),
    },
    {
      name: 'workflows',
      aliases: ['workflow'],
      summary: 'inspect and retry message workflows',
      load: () => import('./commands/workflows.ts'),
    },
    {
      name: 'health',
      summary: 'show channels, alerts and workers; checks for monitoring',
      load: () => import('./commands/health.ts'),
    },
  ],
  Tools: [
    {
      name: 'schedule',
      summary: 'print the systemd, cron or Windows schedule of a command',
      load: () => import('./commands/schedule.ts'),
    },
    {
      name: 'runs',
      aliases: ['run'],
      summary: 'list and show the runs of this machine',
      load: () => import('./commands/runs.ts'),
    },
    {
      name: 'audit',
      summary: 'show who changed what, on this machine and on the server',
      load: () => import('./commands/audit.ts'),
    },
    {
      name: 'support',
      summary: 'collect information for support, without personal data',
      load: () => import('./commands/support.ts'),
    },
    { name: 'guid', summary: 'generate GUIDs', load: () => import('./commands/guid.ts') },
    { name: 'api', summary: 'send any call to the API', load: () => import('./commands/api.ts') },
    { name: 'commands', summary: 'list all commands', load: () => import('./commands/commands.ts') },
    { name: 'explain', summary: 'explain an error code, offline', load: () => import('./commands/explain.ts') },
    {
      name: 'completion',
      summary: 'print the completion script for a shell',
      load: () => import('./commands/completion.ts'),
    },
    { name: 'man', summary: 'print manual pages', load: () => import('./commands/man.ts') },
    { name: 'help', summary: 'show help for a command or a topic', load: () => import('./commands/help.ts') },
  ],
};

/** Modules are loaded only when they are named, so that starting stays fast however many there are. */
export const resources: readonly Resource[] = Object.entries(groups).flatMap(([group, members]) =>
  members.map((member) => ({ ...member, group })),
);

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

export const findResource = (word = ''): Resource | undefined =>
  resources.find(({ name, aliases = [] }) => name === word || aliases.includes(word));
