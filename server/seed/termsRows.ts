import { brands, kinds, resellers } from './lookupRows.ts';
import { demoAuthor } from './demoAuthor.ts';
import { onboardingAt } from './onboardingTrials.ts';
import { organizationColumns, organizationRow, seedOf } from './organizationRows.ts';
import { randomFor, seededId } from './random.ts';
import { day, type Extent, type Row, type TableRows } from './rowsOfEach.ts';

interface EulaSeed {
  readonly id: string;
  readonly version: string;
  readonly brandName: string;
  readonly isActive: boolean;
  /** Days before today. */
  readonly made: number;
}

/** The platform's agreement with a former version, and two brands that have one of their own. */
const eulas: readonly EulaSeed[] = (
  [
    ['1.0', '', false, 700],
    ['2.0', '', true, 200],
    ['2026-01', 'CardinalCare', true, 120],
    ['3.1', 'Northstar Exchange', true, 60],
    ['3.2 draft', 'Northstar Exchange', false, 5],
  ] as const
).map(([version, brandName, isActive, made], number) => ({
  id: seededId(kinds.eula, number),
  version,
  brandName,
  isActive,
  made,
}));

const agreement = ({ version, brandName }: EulaSeed) => `<h1>End user license agreement</h1>
<p>Version ${version} of ${brandName || 'carepost'}. This is the agreement of a demonstration: it binds nobody.</p>
<h2>1. Use of the service</h2>
<p>The service carries documents between health care organizations. Each organization answers for the people it lets in.</p>
<h2>2. Privacy</h2>
<ul><li>Patient data belongs to the patient.</li><li>Access is recorded and the record can be read by the organization.</li></ul>
<h2>3. End of the agreement</h2>
<p>Either side can end it. Documents stay readable until the final day.</p>`;

function* eulaRows({ now }: Extent): Generator<Row> {
  for (const eula of eulas) {
    const made = new Date(now - eula.made * day);
    const file = `${eula.brandName || 'platform'}-${eula.version}.html`.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
    yield [
      eula.id,
      eula.version,
      eula.brandName,
      'EULA',
      file,
      agreement(eula),
      eula.isActive,
      demoAuthor,
      made,
      eula.isActive ? made : null,
    ];
  }
}

/** So many organizations have accepted their agreements; more of them would only cost time. */
const acceptingOrganizations = 2000;
const brandAt = organizationColumns.indexOf('brand_id');
const resellerAt = organizationColumns.indexOf('reseller_id');

interface Acceptance {
  readonly organizationId: string;
  readonly brandId: unknown;
  readonly resellerId: unknown;
  readonly at: Date;
}

/** The homes of the demo people have accepted everything, the others with a few exceptions. */
function* acceptances({ organizations, now }: Extent): Generator<Acceptance> {
  for (let index = 0; index < Math.min(organizations, acceptingOrganizations); index += 1) {
    const random = randomFor(kinds.eula, index);
    const isSkipped = index >= 3 && random.chance(0.08);
    const trial = onboardingAt(index);
    if (trial ? !trial.hasAccepted : isSkipped) continue;
    const row = organizationRow(seedOf(index, now), now);
    const at = new Date(now - random.below(50) * day);
    yield {
      organizationId: seededId(kinds.organization, index),
      brandId: row[brandAt],
      resellerId: row[resellerAt],
      at,
    };
  }
}

/** Named as who accepted: the demo administrator. */
const accepter = seededId(kinds.user, 2);

function* eulaAcceptanceRows(extent: Extent): Generator<Row> {
  const active = new Map(eulas.filter(({ isActive }) => isActive).map(({ brandName, id }) => [brandName, id]));
  const names = new Map(brands.map(({ id, name }) => [id, name]));
  for (const { organizationId, brandId, at } of acceptances(extent)) {
    const brandName = names.get(String(brandId)) ?? '';
    yield [active.get(brandName) ?? active.get(''), organizationId, accepter, at];
  }
}

function* resellerAcceptanceRows(extent: Extent): Generator<Row> {
  const withTerms = new Set(resellers.filter(({ bypassTos }) => bypassTos).map(({ id }) => id));
  for (const { organizationId, resellerId, at } of acceptances(extent)) {
    if (withTerms.has(String(resellerId))) yield [resellerId, organizationId, accepter, at];
  }
}

/** License agreements and who accepted which. */
export const termsTables = (extent: Extent): TableRows[] => [
  {
    table: 'eulas',
    columns: [
      'id',
      'version',
      'brand_name',
      'type',
      'file_name',
      'html',
      'is_active',
      'created_by',
      'create_date',
      'activated_date',
    ],
    rows: eulaRows(extent),
  },
  {
    table: 'eula_acceptances',
    columns: ['eula_id', 'organization_id', 'user_id', 'at'],
    rows: eulaAcceptanceRows(extent),
  },
  {
    table: 'reseller_acceptances',
    columns: ['reseller_id', 'organization_id', 'user_id', 'at'],
    rows: resellerAcceptanceRows(extent),
  },
];
