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
import type { Command, Resource } from './command.ts';
import { rootFlags } from './tree/flags.ts';

/** Commands of another resource that begin with a word, as a resource of their own: `whitelist list` is `integrations whitelist list`. */
const partOf =
  (load: Resource['load'], word: string): Resource['load'] =>
  async () => {
    const strip = (name: string) => name.slice(word.length + 1);
    const own = (await load()).commands?.filter(({ name }) => name.startsWith(`${word} `)) ?? [];
    return {
      commands: own.map(
        ({ name, aliases, ...command }): Command => ({
          ...command,
          name: strip(name),
          ...(aliases && { aliases: aliases.map(strip) }),
        }),
      ),
    };
  };

/** Summary, module and aliases of each resource. The module is loaded only when the resource is named, so that starting stays fast. */
const groups: Readonly<Record<string, Readonly<Record<string, readonly [string, Resource['load'], ...string[]]>>>> = {
  'Sign-in and settings': {
    login: ['sign in', () => import('./commands/login.ts')],
    logout: ['log out and revoke the sign-in', () => import('./commands/logout.ts')],
    whoami: ['show who is signed in, where, and until when', () => import('./commands/whoami.ts')],
    profile: ['manage profiles, one per installation', () => import('./commands/profile.ts'), 'profiles'],
    config: ['show the settings and their sources', () => import('./commands/config.ts')],
    doctor: ['check versions, settings, key store, network and clock', () => import('./commands/doctor.ts')],
  },
  Organizations: {
    orgs: [
      'list, change and activate organizations',
      () => import('./commands/orgs.ts'),
      'org',
      'organizations',
      'organization',
    ],
    'service-accounts': [
      'list service accounts and set their limits',
      () => import('./commands/service-accounts.ts'),
      'service-account',
    ],
    addresses: ['manage direct addresses and fax numbers', () => import('./commands/addresses.ts'), 'address'],
    sources: ['list the providers of direct messaging and fax', () => import('./commands/sources.ts'), 'source'],
    oids: ['manage alternate OIDs', () => import('./commands/oids.ts'), 'oid'],
    directory: [
      'find providers and their direct addresses; manage Carequality directory entries',
      () => import('./commands/directory.ts'),
    ],
    emergencies: [
      'manage public health emergencies and their organizations',
      () => import('./commands/emergencies.ts'),
      'emergency',
    ],
    'emergency-orgs': [
      'manage the organizations of emergencies: emergencies organizations',
      partOf(() => import('./commands/emergencies.ts'), 'organizations'),
      'emergency-org',
    ],
    networks: [
      'manage networks, their organizations and administrators',
      () => import('./commands/networks.ts'),
      'network',
    ],
    onboarding: [
      'show where organizations stand, and review identity documents',
      () => import('./commands/onboarding.ts'),
    ],
    registrations: [
      'list the organizations that register themselves, mail their link again',
      () => import('./commands/registrations.ts'),
      'registration',
    ],
    users: ['manage users, their sign-in and sessions', () => import('./commands/users.ts'), 'user'],
    people: ['manage the people of your organization', () => import('./commands/people.ts'), 'person'],
    sysadmins: ['add and end system administrators', () => import('./commands/sysadmins.ts'), 'sysadmin'],
    account: ['show how you sign in, and end your other sessions', () => import('./commands/account.ts')],
    contacts: ['list users to choose from', () => import('./commands/contacts.ts'), 'contact'],
    'identity-links': [
      'link accounts to subjects of other OpenID providers',
      () => import('./commands/identity-links.ts'),
      'identity-link',
    ],
    connections: [
      'set up single sign-on of organizations and test it',
      () => import('./commands/connections.ts'),
      'connection',
    ],
    certificates: [
      'list and check the certificates of the hosts that the platform calls',
      () => import('./commands/certificates.ts'),
      'certificate',
    ],
    resellers: ['manage resellers', () => import('./commands/resellers.ts'), 'reseller'],
    subscriptions: [
      'compare, change, cancel and reactivate the subscriptions of organizations',
      () => import('./commands/subscriptions.ts'),
      'subscription',
    ],
    plans: ['manage subscription plans', () => import('./commands/plans.ts'), 'plan'],
    specialties: ['manage specialties of organizations', () => import('./commands/specialties.ts'), 'specialty'],
    apps: ['manage apps', () => import('./commands/apps.ts'), 'app'],
    'reserved-words': [
      'manage the words that no subdomain may be',
      () => import('./commands/reserved-words.ts'),
      'reserved-word',
    ],
    eulas: ['manage license agreements', () => import('./commands/eulas.ts'), 'eula'],
    brands: ['manage brands', () => import('./commands/brands.ts'), 'brand'],
    integrations: [
      'list integrations and manage which organizations may use them',
      () => import('./commands/integrations.ts'),
      'integration',
    ],
    whitelist: [
      'manage which organizations may use integrations: integrations whitelist',
      partOf(() => import('./commands/integrations.ts'), 'whitelist'),
    ],
    webhooks: [
      'manage webhooks, test them and follow their deliveries',
      () => import('./commands/webhooks.ts'),
      'webhook',
    ],
    features: ['list the features of organizations and networks', () => import('./commands/features.ts'), 'feature'],
    reports: ['export, verify and compare reports', () => import('./commands/reports.ts'), 'report'],
    bulk: ['change many records at once: plan, apply, resume, undo', () => import('./commands/bulk.ts')],
  },
  'Exchange of messages': {
    messages: [
      'inspect messages, attachments and events; send test messages',
      () => import('./commands/messages.ts'),
      'message',
    ],
    workflows: ['inspect and retry message workflows', () => import('./commands/workflows.ts'), 'workflow'],
    health: ['monitor channels, alerts and workers', () => import('./commands/health.ts')],
  },
  Tools: {
    status: ['show what needs attention on the platform', () => import('./commands/status.ts')],
    find: ['find records of any kind by name, number, OID or address', () => import('./commands/find.ts')],
    schedule: ['print a systemd, cron or Windows schedule', () => import('./commands/schedule.ts')],
    runs: ['list and show the runs on this machine', () => import('./commands/runs.ts'), 'run'],
    audit: ['show who changed what, on this machine and on the server', () => import('./commands/audit.ts')],
    support: ['collect diagnostics without personal data', () => import('./commands/support.ts')],
    guid: ['generate GUIDs', () => import('./commands/guid.ts')],
    api: ['send any request to the API', () => import('./commands/api.ts')],
    commands: ['list all commands', () => import('./commands/commands.ts')],
    explain: ['explain an error code, offline', () => import('./commands/explain.ts')],
    completion: ['print the completion script for a shell', () => import('./commands/completion.ts')],
    man: ['print manual pages', () => import('./commands/man.ts')],
    help: ['show help for a command or a topic', () => import('./commands/help.ts')],
  },
};

/** The words after `carepost`, in the order of the help. */
export const resources: readonly Resource[] = Object.entries(groups).flatMap(([group, members]) =>
  Object.entries(members).map(([name, [summary, load, ...aliases]]) => ({ name, summary, load, aliases, group })),
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
