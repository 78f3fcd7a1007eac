import { wire } from '../../../shared/contract/wire.ts';
import { type NounBody, defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';

interface Options {
  readonly check?: boolean;
}

const fields = [
  'profile',
  'api',
  'interop',
  'environment',
  'protected',
  'signedIn',
  'subject',
  'name',
  'role',
  'grant',
  'issuer',
  'tokenExpires',
  'storage',
  'sources.profile',
  'sources.api',
  'sources.interop',
  'sources.environment',
];
const checked = ['check.userName', 'check.roles', 'check.organization', 'check.groups'];

/** The commands these roles may use, by their first word; those anybody may use are left out. */
const groupsFor = async (roles: readonly string[]): Promise<string[]> => {
  const { allCommands } = await import('../../tree/catalogue.ts');
  const allowed = (call: string): boolean => {
    const [area = '', row = ''] = call.split('.');
    const access = wire[area]?.[row]?.access;
    return Array.isArray(access) && access.some((role: string) => roles.includes(role));
  };
  const usable = (await allCommands()).filter(({ command: { calls } }) => calls !== 'all' && calls.some(allowed));
  return [...new Set(usable.map(({ path }) => path.split(' ')[0] ?? path))];
};

const command = defineCommand<Options>({
  name: 'whoami',
  summary: 'Show who is signed in, where, and until when',
  description: 'Answers from this machine alone; --check asks the server and lists what the role may use.',
  options: [{ flags: '--check', summary: 'ask the server', group: 'Connection' }],
  takes: ['record'],
  fields: { all: [...fields, ...checked], table: [...fields, ...checked] },
  calls: ['profile.get'],
  exits: ['auth'],
  examples: ['carepost whoami --check', 'carepost whoami --check --output json --fields name,role'],
  async run(context, { check }) {
    const { config } = context;
    const session = await context.session();
    const current = session.record === undefined && session.storage === 'none' ? undefined : session.tokens.current();
    const { readClaims, claimText } = await import('../../session/jwt.ts');
    const claims = readClaims(current?.accessToken);
    const source = (name: 'profile' | 'api' | 'interop' | 'environment') => config.explain(name).source;
    const record = {
      profile: config.profileName,
      api: config.get('api'),
      interop: config.get('interop') || config.get('api'),
      environment: config.get('environment') || null,
      protected: config.profile?.protected === true,
      signedIn: session.storage !== 'none',
      subject: session.record?.subject ?? (claimText(claims, 'sub') || null),
      name: session.record?.name ?? (claimText(claims, 'name', 'sub') || null),
      role: session.record?.role ?? (claimText(claims, 'role', 'roles') || null),
      grant: session.record?.grant ?? null,
      issuer: session.record?.issuer ?? null,
      tokenExpires:
        current !== undefined && Number.isFinite(current.expiresAt) ? new Date(current.expiresAt).toISOString() : null,
      storage: session.storage,
      sources: {
        profile: source('profile'),
        api: source('api'),
        interop: source('interop'),
        environment: source('environment'),
      },
    };
    if (check !== true) {
      await context.output.record(record);
      if (!record.signedIn) throw new CliError('E-NOT-SIGNED-IN', `Nobody is signed in (profile ${record.profile}).`);
      return;
    }
    const client = await context.client();
    const profile = await client.profile.get({}, { signal: context.signal, fresh: true });
    await context.output.record({
      ...record,
      check: {
        userName: profile.userName,
        roles: profile.roles,
        organization: profile.organizationName,
        groups: await groupsFor(profile.roles),
      },
    });
  },
});

export const whoami: NounBody = { command };
