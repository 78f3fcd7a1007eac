import { demoAccounts } from './demoAccounts.ts';
import { kinds } from './lookupRows.ts';
import { type OrganizationSeed, seedOf } from './organizationRows.ts';
import { type Random, randomFor, seededId } from './random.ts';
import { day, each, type Extent, type Row, stepOf, type TableRows } from './rowsOfEach.ts';
import { givenNames, surnames } from './words.ts';

/** Providers come with the database itself, not with the demo data. */
const providers = {
  direct: '01a10000-0000-7000-8000-000000000001',
  efax: '01a10000-0000-7000-8000-000000000011',
  westfax: '01a10000-0000-7000-8000-000000000012',
} as const;

interface FaxAccountSeed {
  readonly id: string;
  readonly seed: OrganizationSeed;
  readonly random: Random;
  readonly kind: 'efax' | 'westfax';
  readonly number: number;
}

/** Every second organization has an account at one of the fax services, the first ones at both. */
function* faxAccounts(extent: Extent): Generator<FaxAccountSeed> {
  let number = 0;
  for (let index = 0; index < extent.organizations; index += stepOf(extent)) {
    const random = randomFor(kinds.faxAccount, index);
    if (index >= 3 && random.chance(0.5)) continue;
    const both: FaxAccountSeed['kind'][] = ['efax', 'westfax'];
    for (const kind of index < 3 ? both : [random.pick(both)]) {
      yield { id: seededId(kinds.faxAccount, number), seed: seedOf(index, extent.now), random, kind, number };
      number += 1;
    }
  }
}

function* faxAccountRows(extent: Extent): Generator<Row> {
  for (const { id, seed, random, kind, number } of faxAccounts(extent)) {
    const created = new Date(seed.createdAt + random.below(20) * day);
    const isOn = seed.index < 3 || random.chance(0.95);
    const synced = kind === 'westfax' && random.chance(0.7) ? new Date(extent.now - random.below(30) * day) : null;
    const retention = random.pick([30, 60, 90, 365]);
    yield [
      id,
      seed.id,
      kind,
      `${kind === 'efax' ? 'EF' : 'WF'}-${100_001 + number}`,
      seed.name,
      isOn,
      retention,
      synced,
      created,
    ];
  }
}

/** Most numbers work; the others are on their way in or out (spec 3 section 3). */
const faxStatuses = [1, 1, 1, 1, 1, 1, 0, 2, 3, 5];

const directNames = [
  ['referrals', 'Referrals'],
  ['intake', 'Intake'],
  ['care', 'Care Team'],
  ['office', 'Office'],
] as const;

function* sourceRows(extent: Extent): Generator<Row> {
  yield* each(extent, kinds.directAddress, directNames.length, (seed, random, id, turn) => {
    const [name, title] = directNames[turn] ?? directNames[0];
    const address = `${name}@${seed.subdomain}.direct.carepost.example`;
    const created = new Date(seed.createdAt + random.below(20) * day);
    return [
      id,
      seed.id,
      'DirectMessaging',
      address,
      `${seed.name} ${title}`,
      providers.direct,
      null,
      1,
      random.chance(0.95),
      created,
    ];
  });
  let row = 0;
  for (const { id: accountId, seed, kind } of faxAccounts(extent)) {
    const random = randomFor(kinds.faxNumber, row);
    const count = 1 + random.below(3);
    for (let turn = 0; turn < count; turn += 1) {
      const id = seededId(kinds.faxNumber, row);
      // Nobody has the area code 555.
      const digits = `555${2_000_000 + row}`;
      const title = ['Front desk fax', 'Records fax', 'Back office fax'][turn] ?? 'Fax';
      const created = new Date(seed.createdAt + random.below(20) * day);
      yield [id, seed.id, 'Fax', digits, title, providers[kind], accountId, random.pick(faxStatuses), true, created];
      row += 1;
    }
  }
}

interface RuleSeed {
  readonly id: string;
  readonly organizationId: string;
  readonly sourceId: string;
  readonly name: string;
  readonly from: string | null;
  /** Place of the organization in the demo data. */
  readonly index: number;
}

/** Each of the first two direct addresses has a rule; that of the second one is about a single sender. */
function* rules(extent: Extent): Generator<RuleSeed> {
  let number = 0;
  const sources = each(extent, kinds.directAddress, directNames.length, (seed, _random, sourceId, turn) => ({
    seed,
    sourceId,
    turn,
  }));
  for (const { seed, sourceId, turn } of sources) {
    const title = directNames[turn]?.[1];
    if (turn > 1 || title === undefined) continue;
    const from = turn === 0 ? null : `records@direct.partner-${1 + (number % 400)}.example`;
    const name = turn === 0 ? `${title} for everyone` : `${title} from one sender`;
    yield { id: seededId(kinds.intakeRule, number), organizationId: seed.id, sourceId, name, from, index: seed.index };
    number += 1;
  }
}

/** The named user of the first organizations receives from the sources that have rules, and by these rules. */
function* assignmentRows(extent: Extent, assigned: (rule: RuleSeed) => string): Generator<Row> {
  const number = demoAccounts.findIndex(({ userName }) => userName === 'user@carepost.example');
  const homes = demoAccounts[number]?.organizations ?? [];
  for (const rule of rules(extent))
    if (homes.includes(rule.index)) yield [rule.organizationId, seededId(kinds.user, number), assigned(rule)];
}

function* ruleRows(extent: Extent): Generator<Row> {
  for (const { id, organizationId, name, from, sourceId } of rules(extent))
    yield [id, organizationId, name, from, sourceId];
}

/** Recipients that organizations keep at hand; the first organization has more than one page of them. */
const mostSaved = 8;
const savedCount = (index: number, random: Random) => (index === 0 ? 12 : random.below(mostSaved + 1));

function* savedLists(
  extent: Extent,
): Generator<{ readonly seed: OrganizationSeed; readonly random: Random; readonly count: number }> {
  for (let index = 0; index < extent.organizations; index += stepOf(extent)) {
    const random = randomFor(kinds.savedAddress, index);
    const count = savedCount(index, random);
    if (count > 0) yield { seed: seedOf(index, extent.now), random, count };
  }
}

function* savedRows(extent: Extent): Generator<Row> {
  let row = 0;
  for (const { seed, random, count } of savedLists(extent)) {
    for (let turn = 0; turn < count; turn += 1) {
      const [first, last] = [random.pick(givenNames), random.pick(surnames)];
      const name = `${first}.${last}`.toLowerCase().replace(/[^a-z.]/g, '');
      const address = `${name}.${turn + 1}@direct.partner-${1 + random.below(400)}.example`;
      yield [seededId(kinds.savedAddress, row), seed.id, address, `${first} ${last}`];
      row += 1;
    }
  }
}

function* savedListRows(extent: Extent): Generator<Row> {
  for (const { seed } of savedLists(extent)) yield [seed.id, 1];
}

/** Where documents of organizations come in and go out, and whom they write to. */
export const addressTables = (extent: Extent): TableRows[] => [
  {
    table: 'fax_accounts',
    columns: [
      'id',
      'organization_id',
      'kind',
      'account_number',
      'display_name',
      'is_enabled',
      'retention_days',
      'last_synced_at',
      'create_date',
    ],
    rows: faxAccountRows(extent),
  },
  {
    table: 'document_sources',
    columns: [
      'id',
      'organization_id',
      'type',
      'address',
      'display_name',
      'provider_id',
      'fax_account_id',
      'status',
      'is_enabled',
      'create_date',
    ],
    rows: sourceRows(extent),
  },
  {
    table: 'intake_rules',
    columns: ['id', 'organization_id', 'name', 'from_address', 'to_source_id'],
    rows: ruleRows(extent),
  },
  {
    table: 'document_source_users',
    columns: ['organization_id', 'user_id', 'document_source_id'],
    rows: assignmentRows(extent, ({ sourceId }) => sourceId),
  },
  {
    table: 'intake_rule_users',
    columns: ['organization_id', 'user_id', 'intake_rule_id'],
    rows: assignmentRows(extent, ({ id }) => id),
  },
  {
    table: 'organization_domains',
    columns: ['id', 'organization_id', 'domain', 'create_date'],
    rows: each(extent, kinds.domain, 1, (seed, random, id) => [
      id,
      seed.id,
      `direct.${seed.subdomain}.example`,
      new Date(seed.createdAt + random.below(20) * day),
    ]),
  },
  { table: 'saved_addresses', columns: ['id', 'organization_id', 'address', 'display_name'], rows: savedRows(extent) },
  { table: 'saved_address_lists', columns: ['organization_id', 'version'], rows: savedListRows(extent) },
];
