import { wire } from '../../shared/contract/wire.ts';
import { defineCommand, actionFlag } from '../command.ts';
import { claimText, readClaims, type Session } from '../session/sessionRecord.ts';

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
  'check.userName',
  'check.roles',
  'check.organization',
  'check.organizationId',
  'check.groups',
];

/** First words of the commands that these roles may use, without those that every role may use. */
const commandGroupsOf = async (roles: readonly string[]): Promise<string[]> => {
  const { allCommands } = await import('../tree/catalogue.ts');
  const isAllowed = (call: string): boolean => {
    const [area = '', row = ''] = call.split('.');
    const access = wire[area]?.[row]?.access;
    return Array.isArray(access) && access.some((role: string) => roles.includes(role));
  };
  const usable = (await allCommands()).filter(({ command: { calls } }) => calls !== 'all' && calls.some(isAllowed));
  return [...new Set(usable.map(({ path }) => path.split(' ')[0] ?? path))];
};

/** Why the sign-in cannot be used, as far as this machine knows. */
const problemOf = (session: Session): unknown => {
  try {
    return session.check();
  } catch (error) {
    return error;
  }
};

export const command = defineCommand<{ readonly check?: boolean }>({
  name: 'whoami',
  summary: 'Show the signed-in user, the server, and when the token expires',
  description: 'Reads this machine only; --check asks the server and lists the commands that the role may use.',
  options: [actionFlag('--check', 'ask the server')],
  takes: ['record'],
  fields,
  calls: ['profile.get'],
  examples: ['--check', '--check --output json --fields name,role'],
  async run(context, { check }) {
    const { config } = context;
    const session = await context.session();
    const { record, storage, tokens } = session;
    const problem = problemOf(session);
    const token = storage === 'none' ? undefined : tokens.current();
    const claims = readClaims(token?.accessToken);
    const settings = ['profile', 'api', 'interop', 'environment'] as const;
    const shown = {
      profile: config.profileName,
      api: config.get('api'),
      interop: config.get('interop') || config.get('api'),
      environment: config.get('environment') || null,
      protected: config.profile.protected === true,
      signedIn: problem === undefined,
      subject: record?.subject ?? (claimText(claims, 'sub') || null),
      name: record?.name ?? (claimText(claims, 'name', 'sub') || null),
      role: record?.role ?? (claimText(claims, 'role', 'roles') || null),
      grant: record?.grant ?? null,
      issuer: record?.issuer ?? null,
      tokenExpires:
        token !== undefined && Number.isFinite(token.expiresAt) ? new Date(token.expiresAt).toISOString() : null,
      storage,
      sources: Object.fromEntries(settings.map((name) => [name, config.explain(name).source])),
    };
    if (check !== true) {
      await context.output.record(shown);
      if (problem !== undefined) throw problem;
      return;
    }
    const client = await context.client();
    const { userName, roles, organizationName, organizationId } = await client.profile.get(
      {},
      { signal: context.signal, fresh: true },
    );
    await context.output.record({
      ...shown,
      check: {
        userName,
        roles,
        organization: organizationName,
        organizationId,
        groups: await commandGroupsOf(roles),
      },
    });
  },
});
