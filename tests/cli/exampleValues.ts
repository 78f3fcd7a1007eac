import { randomUUID } from 'node:crypto';
import { demoPassword } from '../../server/seed/demoAccounts.ts';
import type { Client } from '../../shared/client/createClient.ts';
import type { CliSandbox } from '../support/runCli.ts';
import type { TestServer } from '../support/startApp.ts';
import { bytes, clinic, entry, logo } from './exampleFiles.ts';
import { exampleExchange } from './exampleExchange.ts';
import { personValues } from './officeSandbox.ts';
import { examplePlan, exampleRun, exampleUpdate } from './exampleRuns.ts';

/** Values of the placeholders in a command's examples. */
export type Values = Readonly<Record<string, string>>;

/** The line with values in place of `<id>` and the like. */
export const fillPlaceholders = (line: string, values: Values): string =>
  line.replace(/<([\w-]+)>/g, (all, name: string) => values[name] ?? all);

/** Records created for one example, so that examples may change and delete them. */
export const createExampleValues = (server: TestServer, sandbox?: CliSandbox) => {
  const client = server.client('SysAdmin');
  const { pool } = server.database;
  const unique = () => randomUUID().slice(0, 8);

  const organization = async () => {
    const made = await client.organizations.create({
      body: { ...clinic, name: `Clinic ${unique()}`, subdomain: `clinic-${unique()}` },
    });
    return { id: made.id, org: made.id, name: made.name };
  };
  const network = async () => (await client.networks.create({ body: { name: `Network ${unique()}` } })).id;
  const person = async (): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(
      `select u.id from users u where u.network_id is null and u.role = 'User'
       and not exists (select from organization_users m where m.user_id = u.id and m.is_administrator) order by random() limit 1`,
    );
    return rows[0]?.id ?? '';
  };
  const eula = async () => {
    const file = { name: 'a.html', mediaType: 'text/html', bytes: bytes('<p>Be kind.</p>') };
    return (await client.eulas.create({ body: { version: unique() }, file })).id;
  };
  const fax = async (organizationId: string) => {
    const address = `555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
    const body = { organizationId, type: 'Fax', address, displayName: 'Desk' };
    return (await client.documentsources.create({ body })).id;
  };
  const emergency = async () => {
    const organizations = [{ name: 'Agency', oid: '2.16.840.1.113883.3.9641' }];
    return (await client.emergencies.create({ body: { name: `Emergency ${unique()}`, organizations } })).id;
  };
  const reseller = async () => {
    const body = { name: `Reseller ${unique()}`, type: 0, urlCode: `r-${unique()}`, color: '#ffffff' } as const;
    return (await client.resellers.create({ body })).id;
  };
  const plan = async () =>
    (await client.plans.create({ body: { name: `Plan ${unique()}`, tierCode: 'T', allowedUsers: 9 } })).id;
  const specialty = async () => (await client.specialties.create({ body: { name: `Specialty ${unique()}` } })).id;
  const app = async () => (await client.apps.create({ body: { name: `App ${unique()}` } })).id;
  const reservedWord = async () =>
    (await client.reservedwords.create({ params: { id: '0' }, body: { name: `word-${unique()}` } })).id;
  const userName = async (): Promise<string> => {
    const { rows } = await pool.query<{ name: string }>(
      `select user_name as name from users where role = 'User' limit 1`,
    );
    return rows[0]?.name ?? '';
  };
  const link = async () => {
    const body = { issuer: 'https://login.example.org', subject: unique(), userName: await userName() };
    return (await client.identitylinks.create({ body })).id;
  };
  const brand = async () => {
    const body = {
      name: `Brand ${unique()}`,
      appUrl: 'https://b.example',
      primaryColor: '#0b5f73',
      supportEmail: 'a@b.example',
    };
    return (await client.brands.create({ body })).id;
  };

  const registration = async () => {
    const emailAddress = `example-${unique()}@registers.example`;
    await pool.query(
      `insert into registrations (id, email_address, token_hash, expires_at) values (gen_random_uuid(), $1, $1, now() + interval '1 day')`,
      [emailAddress],
    );
    const { items } = await client.registration.list({ query: { search: emailAddress } });
    return { registration: items[0]?.id ?? '' };
  };
  /** A user of another organization than that of the example. */
  const userValues = async (_org: string, password?: string) => {
    const { org } = await organization();
    const userDetails = { firstName: 'Exa', lastName: 'Mple', userName: `example-${unique()}@users.example` };
    const { id, userName: name } = await client.users.create({
      body: { userDetails, organizationId: org, ...(password ? { password } : { emailCreatePassword: true }) },
    });
    return { user: id, 'user-name': name };
  };
  const withDocument = async (values: Values) => {
    const file = { name: 'a.png', mediaType: 'image/png', bytes: bytes(logo, 'base64') };
    await client.users.uploadIdProof({ body: { id: values['user'] ?? '' }, file });
    return values;
  };
  const review = async (org: string) => {
    const id = randomUUID();
    const { user } = await userValues(org);
    await pool.query(
      `insert into proof_reviews (id, organization_id, user_id, file_name, media_type, size, content) values ($1, $2, $3, 'a.png', 'image/png', 1, 'x')`,
      [id, org, user],
    );
    return id;
  };
  const emergencyOrganization = async () => {
    const oid = `2.16.840.1.113883.3.9623.${Date.now()}`;
    await client.interop.save({ body: { oid, name: `Agency ${unique()}` } });
    return { oid };
  };
  const whitelistEntry = async (organizationId: string) => {
    const integrationId = (await client.integrations.list({})).items[0]?.id ?? '';
    return (await client.integrationwhitelist.create({ body: { integrationId, organizationId } })).id;
  };

  const webhook = async () => {
    const url = 'https://hooks.example/in';
    return (await client.webhooks.save({ body: { name: `Hook ${unique()}`, url, events: ['user.created'] } })).id;
  };
  const connection = async (organizationId: string) => {
    const body = { name: unique(), organizationId, issuer: 'https://login.invalid', clientId: 'carepost' };
    return (await client.connections.create({ body })).id;
  };
  const delivery = async () => ({ delivery: (await client.webhooks.test({ params: { id: await webhook() } })).id });

  /** The `<id>` of a resource. */
  const made: Readonly<Record<string, (org: string) => Promise<string>>> = {
    networks: network,
    eulas: eula,
    resellers: reseller,
    plans: plan,
    brands: brand,
    specialties: specialty,
    apps: app,
    'reserved-words': reservedWord,
    addresses: fax,
    'identity-links': link,
    emergencies: emergency,
    integrations: whitelistEntry,
    whitelist: whitelistEntry,
    webhooks: webhook,
    connections: connection,
  };

  const named: Readonly<Record<string, (id: string) => Promise<string>>> = {
    networks: async (id) => (await client.networks.get({ params: { id } })).name,
    resellers: async (id) => (await client.resellers.get({ params: { id } })).name,
    plans: async (id) => (await client.plans.get({ params: { id } })).name,
    brands: async (id) => (await client.brands.get({ params: { id } })).name,
    specialties: async (id) => (await client.specialties.get({ params: { id } })).name,
    apps: async (id) => (await client.apps.get({ params: { id } })).name,
    'reserved-words': async (id) => (await client.reservedwords.get({ params: { id } })).name,
  };

  const more: Readonly<Record<string, (org: string, client: Client) => Promise<Values>>> = {
    'orgs clear-cancel': async (org) => {
      await pool.query(`update organizations set cancel_at = now() + interval '5 days' where id = $1`, [org]);
      return {};
    },
    'orgs deactivate': async (org) => {
      const body = { id: org, activated: true, sendEmail: false, seedRecords: false };
      await client.organizations.activate({ params: { id: org }, body });
      return {};
    },
    'orgs login enable': async (org) => {
      await client.organizations.enable({ params: { id: org }, body: { enabled: false } });
      return {};
    },
    'orgs api-capture stop': async (org) => {
      await client.organizations.apiCapture({ params: { id: org }, body: { enabled: true } });
      return {};
    },
    // Each example gives a specialty the same name, which is unique.
    'specialties update': async () => {
      await pool.query(`delete from organization_specialties where name = 'Sleep Medicine'`);
      return {};
    },
    // Their examples with --set give each record the same name.
    'apps update': async () => {
      await pool.query(`delete from apps where name = 'Care Planner'`);
      return {};
    },
    'orgs users add': async () => ({ user: await person() }),
    'orgs users remove': async (org) => {
      const user = await person();
      await client.organizations.addUser({ params: { id: org }, body: { userId: user } });
      return { user };
    },
    'orgs domains remove': async (org) => {
      const domain = `direct.${unique()}.example`;
      await client.organizations.addDomain({ params: { id: org }, body: { domain } });
      return { domain };
    },
    'orgs saved-addresses remove': async (org) => {
      const address = 'ann@direct.partner.example';
      const body = { items: [{ address, displayName: 'Ann' }] };
      await client.organizations.saveAddresses({ params: { id: org }, body });
      return { address };
    },
    'service-accounts addresses': async () => {
      const { rows } = await pool.query<{ id: string; organization_id: string }>(
        'select * from service_accounts limit 1',
      );
      return { org: rows[0]?.organization_id ?? '', account: rows[0]?.id ?? '' };
    },
    'oids update': (org) => oid(org, false),
    'oids delete': (org) => oid(org, false),
    'oids default set': (org) => oid(org, false),
    'oids default unset': (org) => oid(org, true),
    'directory upsert': (org) => directoryEntry(org, true, `${entry.organizationId}.9`),
    'directory activate': (org) => directoryEntry(org, false),
    'directory deactivate': (org) => directoryEntry(org, true),
    'directory validate': async () => {
      const { rows } = await pool.query<{ address: string }>(
        `select direct_address as address from provider_directory where direct_address is not null limit 1`,
      );
      return { address: rows[0]?.address ?? '' };
    },
    'addresses add': async (org) => {
      await client.organizations.update({ params: { id: org }, body: { direct: { isEnabled: true } } });
      return { domain: (await client.organizations.domains({ params: { id: org } })).ownDomain ?? '' };
    },
    'resellers logo': async () => {
      const body = { name: `Reseller ${unique()}`, type: 0, urlCode: `r-${unique()}`, color: '#ffffff' } as const;
      const file = { name: 'logo.png', mediaType: 'image/png', bytes: bytes(logo, 'base64') };
      return { id: (await client.resellers.create({ body, file })).id };
    },
    'bulk validate': (org) => updateFile(org),
    'bulk plan': (org) => updateFile(org),
    'bulk apply': (org) => updateFile(org),
    'bulk resume': (org) => run(org),
    'bulk retry': (org) => run(org),
    'bulk status': (org) => run(org),
    'bulk results': (org) => run(org),
    'bulk undo': (org) => run(org),
    'bulk approve': async (org) => ({ plan: await examplePlan(server, org) }),
    'runs show': (org) => run(org),
    'audit list': (org) => run(org),
    'support bundle': (org) => run(org),
    'reports verify': () => Promise.resolve({ file: 'report.csv' }),
    'reports diff': () => Promise.resolve({ old: 'report.csv', new: 'report.csv' }),
    // Each example adds the same entry.
    'integrations orgs': async () => ({ integration: (await client.integrations.list({})).items[0]?.type ?? '' }),
    'integrations whitelist create': async () => ({ org: (await organization()).id }),
    'whitelist create': async () => ({ org: (await organization()).id }),
    'account change-email': async () => {
      const { id } = await client.people.current({});
      await client.users.verifyCode({ params: { id }, body: { password: demoPassword } });
      return { 'new-email': `new-${unique()}@people.example` };
    },
    'account disconnect': async () => {
      const { id } = await client.people.current({});
      const application = `app-${unique()}`;
      await pool.query(
        `insert into oidc_payloads (model, id, payload, expires_at) values ('Grant', $1, $2, now() + interval '1 day')`,
        [unique(), JSON.stringify({ accountId: id, clientId: application })],
      );
      return { application };
    },
    'connections create': async () => ({ 'new-name': `c-${unique()}`, org: (await organization()).id }),
    'webhooks create': () => Promise.resolve({ 'new-name': `Webhook ${unique()}` }),
    'webhooks deliveries get': delivery,
    'webhooks redeliver': delivery,
    find: () => Promise.resolve({ text: 'clinic' }),
    'subscriptions reactivate': async (org) => {
      const body = { cancelReason: 'Example' };
      await client.subscriptionplans.cancel({ query: { organizationId: org }, body });
      return { id: org };
    },
    'subscriptions provider': async () => {
      const { rows } = await pool.query<{ id: string }>(
        'select subscription_id as id from subscription_payments order by 1 limit 1',
      );
      return { reference: rows[0]?.id ?? '' };
    },
    'onboarding review': async (org) => ({ review: await review(org) }),
    registrations: registration,
    'users unlock': async () => ({ user: await userName() }),
    users: async (org) => userValues(org),
    'users idproof download': async (org) => withDocument(await userValues(org)),
    'users idproof reset': async (org) => withDocument(await userValues(org)),
    'users reset-password': (org) => userValues(org, 'a long known password'),
    'users enable': async (org) => {
      const values = await userValues(org);
      await client.users.enable({ body: { id: values['user'] ?? '', enable: false } });
      return values;
    },
    'users unassign': async (org) => {
      const values = await userValues(org);
      const membership = { userId: values['user'] ?? '', organizationId: org };
      await client.users.assign({ body: membership });
      return values;
    },
    sysadmins: async (org) => userValues(org),
    people: () => personValues(server, unique()),
    'people reset-password': async () => {
      const values = await personValues(server, unique());
      await pool.query(`update users set password_hash = 'known' where id = $1`, [values['person']]);
      return values;
    },
    'people enable': async () => {
      const values = await personValues(server, unique());
      const params = { id: values['person'] ?? '' };
      await server.client('Administrator').people.enable({ params, query: { enable: 'false' } });
      return values;
    },
    'emergencies create': () => Promise.resolve({ 'new-name': `Emergency ${unique()}` }),
    'emergencies organizations': emergencyOrganization,
    'emergency-orgs': emergencyOrganization,
    'emergencies enable': async () => {
      const id = await emergency();
      await client.emergencies.disable({ params: { id } });
      return { id };
    },
    // Each example links the same subject.
    'identity-links create': async () => {
      await pool.query(`delete from identity_links where subject like '00u%'`);
      return { 'user-name': await userName() };
    },
    networks: async () => ({ network: await network() }),
    'networks remove-organization': async (org) => {
      const id = await network();
      await client.networks.addOrganization({ params: { id }, body: { organizationId: org } });
      return { network: id };
    },
    'networks add-admin': async () => ({ network: await network(), user: await person() }),
    'networks remove-admin': async () => {
      const [id, admin] = [await network(), await person()];
      await client.networks.addAdmin({ params: { id }, body: { userId: admin } });
      return { network: id, admin };
    },
    'networks service-account': async () => ({ network: await networkWithAccount() }),
    'networks service-account create': async () => ({ network: await network() }),
    'networks service-account enable': async () => {
      const id = await networkWithAccount();
      await client.networks.disableServiceAccount({ params: { id } });
      return { network: id };
    },
  };
  const networkWithAccount = async () => {
    const id = await network();
    await client.networks.createServiceAccount({ params: { id } });
    return id;
  };
  /** Runs are stored in the sandbox that created them. */
  const run = async (org: string): Promise<Values> =>
    sandbox === undefined ? {} : { run: await exampleRun(sandbox, org) };
  const updateFile = async (org: string): Promise<Values> =>
    sandbox === undefined ? {} : { plan: await exampleUpdate(sandbox, org) };
  const oid = async (org: string, isDefault: boolean): Promise<Values> => {
    const value = `2.16.840.1.113883.3.9620.${Date.now()}`;
    await client.carequality.addOid({ params: { id: org }, body: { value, isDefault } });
    return { oid: value };
  };
  const directoryEntry = async (
    org: string,
    isActive: boolean,
    organizationId: string = entry.organizationId,
  ): Promise<Values> => {
    await client.carequality.upsertEntry({ params: { id: org }, body: { ...entry, organizationId, isActive } });
    return { entry: organizationId };
  };

  /** The values for the examples of a command: `orgs users remove`. */
  const exchange = exampleExchange(server);
  return async (path: string): Promise<Values> => {
    if (/^(messages|workflows|health) /.test(path)) return exchange(path);
    const own = await organization();
    const [resource = ''] = path.split(' ');
    const id = await (made[resource]?.(own.org) ?? own.id);
    const fitting = Object.keys(more)
      .filter((start) => path === start || path.startsWith(`${start} `))
      .sort((a, b) => b.length - a.length)[0];
    const special = fitting === undefined ? {} : await more[fitting]?.(own.org, client);
    const nameOf = named[resource];
    return { ...own, id, ...(nameOf === undefined ? {} : { name: await nameOf(id) }), ...special };
  };
};
