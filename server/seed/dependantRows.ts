import { type DemoAccount, demoAccounts } from './demoAccounts.ts';
import { demoAuthor } from './demoAuthor.ts';
import { kinds, networks, plans } from './lookupRows.ts';
import { trialPersonId } from './onboardingRows.ts';
import { onboardingTrials } from './onboardingTrials.ts';
import { type Random, randomFor, seededId } from './random.ts';
import { day, each, type Extent, type Row, stepOf, type TableRows } from './rowsOfEach.ts';
import { givenNames, jobTitles, surnames } from './words.ts';

interface Person {
  readonly id: string;
  readonly row: Row;
  /** The network the person administers. */
  readonly networkId: string | null;
  readonly memberships: readonly { readonly organizationId: string; readonly isAdministrator: boolean }[];
}

const organizationIds = (numbers: readonly number[], extent: Extent) =>
  numbers.filter((number) => number < extent.organizations).map((number) => seededId(kinds.organization, number));

function demoPerson(number: number, passwordHash: string, extent: Extent): Person | null {
  const account = demoAccounts[number];
  return account ? personOf(account, seededId(kinds.user, number), passwordHash, extent) : null;
}

function personOf(account: DemoAccount, id: string, passwordHash: string, extent: Extent): Person {
  const homes = organizationIds(account.organizations, extent);
  return {
    id,
    row: [
      id,
      account.firstName,
      account.lastName,
      account.userName,
      account.role,
      null,
      null,
      passwordHash,
      account.isEnabled,
      homes[0] ?? null,
      new Date(extent.now - 400 * day),
    ], // prettier-ignore
    networkId: null,
    memberships: homes.map((organizationId) => ({ organizationId, isAdministrator: account.role === 'Administrator' })),
  };
}

/** Two administrators for each of the first networks: those of the organizations after the homes. */
const administeredBy = (index: number): string | null => (index < 3 ? null : (networks[(index - 3) >> 1]?.id ?? null));

/** People in the order of their numbers: the named ones, then one to four for each organization. */
function* people(extent: Extent, passwordHash: string): Generator<Person> {
  for (let number = 0; number < demoAccounts.length; number += 1) {
    const person = demoPerson(number, passwordHash, extent);
    if (person) yield person;
  }
  let number = demoAccounts.length;
  for (let index = 0; index < extent.organizations; index += stepOf(extent)) {
    const random = randomFor(kinds.user, index);
    const organizationId = seededId(kinds.organization, index);
    const count = 1 + random.below(4);
    for (let turn = 0; turn < count; turn += 1) {
      const [first, last] = [random.pick(givenNames), random.pick(surnames)];
      const id = seededId(kinds.user, number);
      const isAdministrator = turn === 0;
      const userName = `${first}.${last.replace(/'/g, '')}.${number}@carepost.example`.toLowerCase();
      yield {
        id,
        // No password: these people fill lists and reports, nobody signs in as one of them.
        row: [
          id,
          first,
          last,
          userName,
          isAdministrator ? 'Administrator' : 'User',
          random.pick(jobTitles),
          null,
          null,
          random.chance(0.95),
          organizationId,
          new Date(extent.now - (1 + random.below(900)) * day),
        ], // prettier-ignore
        networkId: isAdministrator ? administeredBy(index) : null,
        memberships: [{ organizationId, isAdministrator }],
      };
      number += 1;
    }
  }
}

/** Those who are at a step of onboarding, behind all others: the numbers of these stay as they are. */
function* trialPeople(extent: Extent, passwordHash: string): Generator<Person> {
  for (const [at, { account }] of onboardingTrials.entries()) {
    const person = personOf(account, trialPersonId(at), passwordHash, extent);
    if (person.memberships.length > 0) yield person;
  }
}

function* everybody(extent: Extent, passwordHash: string): Generator<Person> {
  yield* people(extent, passwordHash);
  yield* trialPeople(extent, passwordHash);
}

function* userRows(extent: Extent, hash: string): Generator<Row> {
  for (const person of everybody(extent, hash)) yield [...person.row, true, person.networkId];
}
function* memberRows(extent: Extent): Generator<Row> {
  for (const person of everybody(extent, '')) {
    for (const { organizationId, isAdministrator } of person.memberships)
      yield [organizationId, person.id, isAdministrator];
  }
}

const addressesOf = (random: Random) =>
  Array.from({ length: random.below(4) }, () => `203.0.113.${1 + random.below(254)}`);

/** Everything that hangs on organizations. */
/** As migration 0025 makes them; the first four are open to every organization, the others to some by name. */
const integrationIds = [1, 2, 3, 4, 5, 6].map((number) => `019ab600-0000-7000-8000-00000000000${number}`);
const openToAll = 4;

function* whitelistRows(extent: Extent): Generator<Row> {
  let number = 0;
  for (const [index, integrationId] of integrationIds.entries()) {
    const names = index < openToAll ? [null] : organizationIds([0, 1, 2, 3, 4, 5, 6, 7], extent);
    for (const [turn, organizationId] of names.entries()) {
      const note = index < openToAll ? null : 'Pilot';
      // The last one of each pilot is switched off.
      const isEnabled = turn < 7;
      yield [
        seededId(kinds.whitelistEntry, number),
        integrationId,
        organizationId,
        note,
        isEnabled,
        demoAuthor,
        demoAuthor,
      ];
      number += 1;
    }
  }
}

/** Disabled: the demo posts to no address of its own accord. */
function* webhookRows(extent: Extent): Generator<Row> {
  const owners = [null, ...organizationIds([0, 1, 2], extent)];
  for (const [number, organizationId] of owners.entries()) {
    const events = organizationId === null ? ['organization.created', 'emergency.created'] : ['message.received'];
    const name = organizationId === null ? 'Customer register' : 'Message feed';
    const url = `https://hooks.example/${organizationId === null ? 'register' : `clinic-${number}`}`;
    const created = new Date(extent.now);
    const id = seededId(kinds.webhook, number);
    yield [id, organizationId, name, url, events, 'none', false, demoAuthor, demoAuthor, created, created];
  }
}

export function dependantTables(extent: Extent, passwordHash: string): TableRows[] {
  const { now } = extent;
  const monthStart = (back: number) =>
    new Date(Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() - back, 1));
  return [
    {
      table: 'users',
      columns: [
        'id',
        'first_name',
        'last_name',
        'user_name',
        'role',
        'job_title',
        'phone',
        'password_hash',
        'is_enabled',
        'organization_id',
        'create_date',
        'is_demo',
        'network_id',
      ], // prettier-ignore
      rows: userRows(extent, passwordHash),
    },
    {
      table: 'organization_users',
      columns: ['organization_id', 'user_id', 'is_administrator'],
      rows: memberRows(extent),
    },
    {
      table: 'service_accounts',
      columns: ['id', 'organization_id', 'client_id', 'is_enabled', 'client_ip_addresses', 'allowed_address_count'],
      rows: each(extent, kinds.serviceAccount, 2, (seed, random, id, turn) => {
        const addresses = addressesOf(random);
        return [
          id,
          seed.id,
          `svc-${seed.subdomain}-${turn + 1}`,
          random.chance(0.9),
          addresses,
          addresses.length + random.below(3),
        ];
      }),
    },
    {
      table: 'devices',
      columns: ['id', 'organization_id', 'name', 'type', 'serial_number', 'last_seen'],
      rows: each(extent, kinds.device, 3, (seed, random, id, turn) => [
        id,
        seed.id,
        `${random.pick(['Front desk', 'Records room', 'Nurse station'])} ${turn + 1}`,
        random.pick(['Scanner', 'Printer', 'Gateway appliance']),
        `SN-${seed.index + 1}-${turn + 1}`,
        random.chance(0.9) ? new Date(now - random.below(40) * day) : null,
      ]), // prettier-ignore
    },
    {
      table: 'licenses',
      columns: ['id', 'organization_id', 'name', 'quantity', 'valid_from', 'valid_to'],
      rows: each(extent, kinds.license, 2, (seed, random, id) => [
        id,
        seed.id,
        `${random.pick(plans).name} license`,
        1 + random.below(50),
        new Date(seed.createdAt),
        random.chance(0.5) ? new Date(now + random.below(700) * day) : null,
      ]), // prettier-ignore
    },
    {
      table: 'organization_integrations',
      columns: ['id', 'organization_id', 'name', 'type', 'is_connected'],
      rows: each(extent, kinds.integration, 2, (seed, random, id) => {
        const type = random.pick(['Epic', 'Cerner', 'Athena', 'NextGen', 'eClinicalWorks', 'Aprima']);
        return [id, seed.id, `${type} at ${seed.place.city}`, type, random.chance(0.85)];
      }),
    },
    {
      table: 'integration_whitelist',
      columns: ['id', 'integration_id', 'organization_id', 'note', 'is_enabled', 'created_by', 'modified_by'],
      rows: whitelistRows(extent),
    },
    {
      table: 'webhooks',
      columns: [
        'id',
        'organization_id',
        'name',
        'url',
        'events',
        'authentication_type',
        'is_enabled',
        'created_by',
        'modified_by',
        'created_at',
        'modified_at',
      ],
      rows: webhookRows(extent),
    },
    {
      table: 'usage_statistics',
      columns: ['id', 'organization_id', 'month', 'messages_sent', 'messages_received', 'fax_pages'],
      rows: each(extent, kinds.usage, 6, (seed, random, id, turn) => [
        id,
        seed.id,
        monthStart(turn),
        random.below(4000),
        random.below(6000),
        random.below(900),
      ]), // prettier-ignore
    },
  ];
}
