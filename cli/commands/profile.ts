import {
  type Context,
  type ArgumentSpec,
  type Command,
  defineCommand,
  contentFlag,
  actionFlag,
  safetyFlag,
} from '../command.ts';
import type { FieldList } from '../output/fields.ts';
import { defined } from '../../shared/rules/defined.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { settings } from '../config.ts';
import { CliError } from '../errors.ts';
import { checkOrigin } from '../network/origins.ts';
import { showList } from '../output/listing.ts';
import { defaultProfile, environments, isProfileName, type Profile, writeProfileFile } from '../profiles.ts';
import { readSessionRecord, removeSessionRecord } from '../session/sessionRecord.ts';

const fields: FieldList = {
  all: ['name', 'current', 'api', 'interop', 'issuer', 'environment', 'protected', 'output', 'signedIn', 'as', 'role'],
  table: ['name', 'current', 'api', 'environment', 'protected', 'signedIn', 'as'],
  values: { environment: environments },
  id: 'name',
};

const nameArgument: ArgumentSpec = { name: '<name>', summary: 'name of the profile', complete: 'profiles' };

/** A profile as a record. It has no secret: of a machine only the client id. */
const recordOf = ({ config, folders }: Context, name: string, profile: Profile) => {
  const session = readSessionRecord(folders, name);
  const isCurrent = config.profileName === name;
  return {
    name,
    current: isCurrent,
    api: profile.api ?? (isCurrent ? config.get('api') : settings.api.fallback),
    interop: profile.interop ?? null,
    issuer: profile.issuer ?? null,
    environment: profile.environment ?? null,
    protected: profile.protected === true,
    output: profile.output ?? null,
    signedIn: session !== undefined,
    as: session?.name ?? profile.machine?.clientId ?? null,
    role: session?.role ?? null,
  };
};

const existingProfile = ({ config }: Context, name: string): Profile => {
  const { profiles } = config.profiles;
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return profile;
  const suggestion = didYouMean(name, Object.keys(profiles));
  throw new CliError('E-PROFILE-UNKNOWN', `There is no profile "${name}".${suggestion}`, { exit: 'not-found' });
};

export const commands: readonly Command[] = [
  defineCommand({
    name: 'add',
    summary: 'Add a profile for an installation',
    description:
      'The current profile stays as it is; --use switches to the new one.\nWith --protected every change needs the name of the profile, typed or with --confirm-profile, and --reason. A file, a selection, a retry and an\nundo also need the approval of their plan by another user: --plan-out stores the plan, carepost bulk approve approves it. Commands about one\nrecord and carepost api need no approval.',
    arguments: [{ name: '<name>', summary: 'letters, digits, dot, dash, underscore' }],
    options: [
      contentFlag('--interop <address>', 'address of the interoperability API'),
      contentFlag('--environment <kind>', 'prod, staging or dev', { choices: environments }),
      contentFlag(
        '--protected',
        'every change needs the profile name and a --reason; files and undos also an approval',
      ),
      actionFlag('--use', 'make it the current profile'),
      safetyFlag('--overwrite', 'replace an existing profile of this name'),
    ],
    takes: ['record'],
    fields,
    exits: ['io'],
    examples: [
      'staging --api https://staging.example.com --environment staging',
      'prod --api https://carepost.example.com --environment prod --protected --use',
    ],
    async run(context, options, [name = '']) {
      const { config, folders } = context;
      if (!isProfileName(name)) {
        throw new CliError('E-USAGE', `"${name}" is not a valid profile name.`, {
          hint: 'Use letters, digits, dot, dash, underscore.',
        });
      }
      const { profiles, current } = config.profiles;
      const existing = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
      const isUntouchedDefault = name === defaultProfile && Object.keys(existing ?? {}).length === 0;
      if (existing !== undefined && !isUntouchedDefault && options.overwrite !== true) {
        throw new CliError('E-EXISTS', `The profile "${name}" already exists.`, {
          exit: 'conflict',
          hint: 'Add --overwrite to replace it.',
        });
      }
      const { interop, environment, protected: isProtected } = options;
      const profile: Profile = {
        api: config.get('api'),
        ...defined({
          interop: interop && checkOrigin(interop, 'flag --interop'),
          issuer: context.globals.issuer && config.get('issuer'),
          environment,
          protected: isProtected,
        }),
      };
      await writeProfileFile(folders.configFile, {
        current: options.use === true ? name : current,
        profiles: { ...profiles, [name]: profile },
      });
      const isCurrent = options.use === true || (current ?? defaultProfile) === name;
      if (!isCurrent) context.terminal.note(`To switch to it: carepost profile use ${name}`);
      await context.output.record({ ...recordOf(context, name, profile), current: isCurrent });
    },
  }),
  defineCommand({
    name: 'use',
    summary: 'Make a profile the current one',
    arguments: [nameArgument],
    takes: ['record'],
    fields,
    exits: ['io'],
    examples: ['staging', 'default'],
    async run(context, _options, [name = '']) {
      const profile = existingProfile(context, name);
      await writeProfileFile(context.folders.configFile, { current: name, profiles: context.config.profiles.profiles });
      await context.output.record({ ...recordOf(context, name, profile), current: true });
    },
  }),
  defineCommand({
    name: 'list',
    summary: 'List the profiles',
    takes: ['rows'],
    fields,
    examples: ['', '--output ids'],
    async run(context) {
      const profiles = Object.entries(context.config.profiles.profiles);
      await showList(
        context,
        profiles.map(([name, profile]) => recordOf(context, name, profile)),
      );
    },
  }),
  defineCommand({
    name: 'show',
    summary: 'Show a profile; without a name the current one',
    arguments: [{ ...nameArgument, name: '[name]' }],
    takes: ['record'],
    fields: { ...fields, table: fields.all },
    examples: ['', 'staging --output json'],
    async run(context, _options, [name = context.config.profileName]) {
      await context.output.record(recordOf(context, name, existingProfile(context, name)));
    },
  }),
  defineCommand<{ readonly yes?: boolean }>({
    name: 'remove',
    summary: 'Remove a profile and its sign-in on this machine',
    description: 'The default profile is reset instead: it always exists.',
    arguments: [nameArgument],
    takes: ['confirm', 'record'],
    fields: ['name', 'removed'],
    exits: ['io', 'not-found'],
    examples: ['staging --yes'],
    async run(context, { yes }, [name = '']) {
      const profile = existingProfile(context, name);
      const { profiles, current } = context.config.profiles;
      const record = readSessionRecord(context.folders, name);
      const isDefault = name === defaultProfile;
      if (isDefault && record === undefined && Object.keys(profile).length === 0)
        throw new CliError('E-NOT-FOUND', `Nothing is stored for the profile ${name}, which always exists.`, {
          hint: 'Run: carepost profile show default',
        });
      await context.terminal.confirm(`${isDefault ? 'Reset' : 'Remove'} the profile ${name}?`, yes);
      if (record !== undefined) {
        const { openSecretStore } = await import('../session/secretStore.ts');
        await (await openSecretStore(record.storage, context.folders)).remove(name);
        await removeSessionRecord(context.folders, name);
      }
      await writeProfileFile(context.folders.configFile, {
        current: current === name ? undefined : current,
        profiles: Object.fromEntries(Object.entries(profiles).filter(([other]) => other !== name)),
      });
      if (isDefault)
        context.terminal.note('Its settings and its sign-in were removed; the profile itself always exists.');
      await context.output.record({ name, removed: !isDefault });
    },
  }),
];
