import { demoDirectory } from '../fhir/embedded/demoDirectory.ts';
import { kinds } from './lookupRows.ts';
import type { OrganizationSeed } from './organizationRows.ts';
import type { Random } from './random.ts';
import { day, each, type Extent, type Row, type TableRows } from './rowsOfEach.ts';
import { streets } from './words.ts';

/** Below our example arc, by the number of the organization. */
const oidOf = ({ index }: OrganizationSeed, last: number) => `2.16.840.1.113883.3.9999.${index + 1}.${last}`;

/** Entry made by hand: the organization itself, and a location below it. */
const ownEntry = (seed: OrganizationSeed, random: Random, id: string, turn: number): Row => {
  const isLocation = turn > 0;
  return [
    id,
    seed.id,
    oidOf(seed, 100 + turn),
    isLocation ? 'ChildLocation' : random.pick(['DirectResponder', 'GatewayMember', 'InitiatorOnly']),
    oidOf(seed, 100),
    isLocation ? `${seed.name} ${random.pick(['North', 'South', 'Downtown', 'Annex'])}` : seed.name,
    isLocation ? null : seed.name,
    [],
    isLocation ? oidOf(seed, 100) : null,
    ['TREATMENT'],
    `${1 + random.below(9800)} ${random.pick(streets)}`,
    seed.place.city,
    seed.place.state,
    `${seed.place.zip}${String(random.below(100)).padStart(2, '0')}`,
    'US',
    random.chance(0.9),
    null,
    null,
  ];
};

/** Entry read from the demo directory; one in two was changed by hand since, so that drift can be seen. */
const importedEntry = (seed: OrganizationSeed, id: string, now: number): Row | undefined => {
  const demo = demoDirectory[seed.index];
  if (!demo) return undefined;
  const imported = {
    displayName: demo.name,
    legalName: null,
    otherNames: demo.aliases,
    homeCommunityId: demo.homeCommunityId,
    parentOrgId: demo.parentId,
    purposeOfUseCodes: demo.purposeOfUseCodes,
    address: demo.street,
    city: demo.city,
    state: demo.state,
    zipCode: demo.zip,
    country: 'US',
    isActive: demo.isActive,
  };
  return [
    id,
    seed.id,
    demo.id,
    demo.responderType,
    demo.homeCommunityId,
    seed.index % 2 === 0 ? demo.name : `${demo.name} (new building)`,
    null,
    demo.aliases,
    demo.parentId,
    demo.purposeOfUseCodes,
    seed.index % 2 === 0 ? demo.street : '1 New Building Way',
    demo.city,
    demo.state,
    demo.zip,
    'US',
    demo.isActive,
    imported,
    new Date(now - 30 * day),
  ];
};

/** Alternate OIDs and directory entries, up to two of each for an organization. */
export const carequalityTables = (extent: Extent): TableRows[] => [
  {
    table: 'alternate_oids',
    columns: ['id', 'organization_id', 'value', 'is_default'],
    rows: each(extent, kinds.alternateOid, 2, (seed, random, id, turn) => [
      id,
      seed.id,
      oidOf(seed, turn + 1),
      turn === 0 && random.chance(0.8),
    ]),
  },
  {
    table: 'directory_entries',
    columns: [
      'id',
      'organization_id',
      'oid',
      'responder_type',
      'home_community_id',
      'display_name',
      'legal_name',
      'other_names',
      'parent_oid',
      'purpose_of_use_codes',
      'address',
      'city',
      'state',
      'zip_code',
      'country',
      'is_active',
      'imported',
      'imported_at',
    ],
    rows: each(
      extent,
      kinds.directoryEntry,
      2,
      (seed, random, id, turn) =>
        (turn === 1 ? importedEntry(seed, id, extent.now) : undefined) ?? ownEntry(seed, random, id, turn),
    ),
  },
];
