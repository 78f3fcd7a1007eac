import { brands, kinds, networks, organizationSpecialties, organizationTypes, plans, resellers } from './lookupRows.ts';
import { demoAuthor } from './demoAuthor.ts';
import { cancelOf, onboardingAt, trialBrand, trialPlan, trialReseller } from './onboardingTrials.ts';
import { npiFor } from './npiFor.ts';
import { type Place, places } from './places.ts';
import { type Random, randomFor, seededId } from './random.ts';
import { contactTitles, givenNames, groupForms, landmarks, legalForms, practices, streets, surnames } from './words.ts';

export const firstOrgId = 10_001;
const day = 86_400_000;

export const organizationColumns = [
  'id',
  'org_id',
  'name',
  'subdomain',
  'network_id',
  'brand_id',
  'reseller_id',
  'plan_id',
  'number_of_users',
  'type_id',
  'specialty_id',
  'npi',
  'home_community_id',
  'street',
  'city',
  'state',
  'zip',
  'country',
  'phone',
  'fax',
  'contact_first_name',
  'contact_last_name',
  'contact_title',
  'contact_email',
  'contact_phone',
  'enabled_features',
  'purpose_of_use_codes',
  'is_activated',
  'is_enabled',
  'api_capture',
  'cancel_requested_at',
  'cancel_at',
  'service_account_limit',
  'created_by',
  'create_date',
  'modified_by',
  'modified_date',
  'id_proof_status',
] as const; // prettier-ignore

const organizationName = (random: Random, place: Place): string => {
  const practice = random.pick(practices);
  const form = random.pick(groupForms);
  const legal = random.pick(legalForms);
  const surname = random.pick(surnames);
  switch (random.below(8)) {
    case 0:
      return `${surname} ${practice}${legal}`;
    case 1:
      return `${surname} & ${random.pick(surnames)} ${practice}${legal}`;
    case 2:
      return `${surname}-${random.pick(surnames)} ${practice} ${form}`;
    case 3:
      return `${place.city} ${practice} ${form}${legal}`;
    case 4:
      return `St. ${random.pick(givenNames)}'s ${random.pick(['Hospital', 'Medical Center', 'Regional Hospital', 'Clinic'])} of ${place.city}`;
    case 5:
      return `${random.pick(landmarks)} ${practice}${legal}`;
    case 6:
      return `${random.pick(landmarks)} ${practice} ${form} of ${place.city}`;
    default:
      return `Dr. ${random.pick(givenNames)} ${surname}, ${practice}`;
  }
};

const phoneIn = (place: Place, random: Random) =>
  `(${place.areaCode}) 555-${String(100 + random.below(100)).padStart(4, '0')}`;
const host = (text: string) =>
  text
    .toLowerCase()
    .replace(/['.,&]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 32)
    .replace(/^-|-$/g, '');

/** What the dependants of an organization are made from. */
export interface OrganizationSeed {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly subdomain: string;
  readonly place: Place;
  readonly createdAt: number;
  readonly random: Random;
}

export const seedOf = (index: number, now: number): OrganizationSeed => {
  const random = randomFor(kinds.organization, index);
  const place = random.pick(places);
  const name = organizationName(random, place);
  return {
    index,
    id: seededId(kinds.organization, index),
    name,
    subdomain: `${host(name)}-${(index + 1).toString(36)}`,
    place,
    createdAt: now - (30 + random.below(2500)) * day,
    random,
  };
};

/** Cancellation of one organization in thirty: half of them still to come. */
const cancellation = (random: Random, now: number) => {
  const share = random.below(100);
  if (share > 2) return { requestedAt: null, at: null };
  const at = share === 0 ? now - (1 + random.below(400)) * day : now + (2 + random.below(88)) * day;
  return { requestedAt: new Date(Math.min(at, now) - (1 + random.below(20)) * day), at: new Date(at) };
};

const usersFor = (random: Random, allowedUsers: number) =>
  1 + random.below(allowedUsers < 0 ? 4000 : Math.max(1, allowedUsers));

export function organizationRow(seed: OrganizationSeed, now: number): readonly unknown[] {
  const { random, place } = seed;
  // The first ones carry the demo people and stay in use: a cancelled or disabled home would lock them out.
  const isHome = seed.index < 3;
  const trial = onboardingAt(seed.index);
  const reseller = random.chance(0.55) ? random.pick(resellers) : null;
  const drawnPlan = reseller?.type === 1 || random.chance(0.7) ? random.pick(plans) : null;
  const plan = (trial && trialPlan(trial)) ?? drawnPlan;
  const cancel = isHome || trial ? cancelOf(trial, now) : cancellation(random, now);
  const [first, last] = [random.pick(givenNames), random.pick(surnames)];
  // Most organizations carry the house brand; the first home does, so that its people sign in by password.
  const drawnBrand = () => (random.chance(isHome ? 1 : 0.7) ? brands[0]?.id : random.pick(brands).id);
  const hasDomain = isHome || random.below(50) > 0;
  return [
    seed.id,
    firstOrgId + seed.index,
    seed.name,
    hasDomain ? seed.subdomain : null,
    random.chance(0.8) ? random.pick(networks).id : null,
    trial ? trialBrand(trial) : drawnBrand(),
    trial ? trialReseller(trial) : (reseller?.id ?? null),
    plan?.id ?? null,
    usersFor(random, plan?.allowedUsers ?? 3),
    random.pick(organizationTypes).id,
    random.pick(organizationSpecialties).id,
    random.chance(0.92) ? npiFor(seed.index) : null,
    random.chance(0.3) ? `urn:oid:2.16.840.1.113883.3.9999.${seed.index + 1}` : null,
    `${1 + random.below(9800)} ${random.pick(streets)}`,
    place.city,
    place.state,
    place.zip + String(random.below(100)).padStart(2, '0'),
    'US',
    phoneIn(place, random),
    random.chance(0.8) ? phoneIn(place, random) : null,
    first,
    last,
    random.pick(contactTitles),
    `${host(first)}.${host(last)}@${seed.subdomain}.example`,
    random.chance(0.6) ? phoneIn(place, random) : null,
    random.chance(0.3) ? ['PatientExtractionAPI', 'IntakeCdaViewer'] : ['IntakeCdaViewer'],
    random.chance(0.5) ? ['TREATMENT'] : ['TREATMENT', 'PAYMENT', 'OPERATIONS'],
    trial ? trial.isActivated : isHome || random.chance(0.92),
    isHome || random.chance(0.96) || trial !== undefined,
    random.chance(0.03),
    cancel.requestedAt,
    cancel.at,
    random.chance(0.2) ? 1 + random.below(5) : 0,
    demoAuthor,
    new Date(seed.createdAt),
    demoAuthor,
    new Date(seed.createdAt + random.below(20) * day),
    trial?.idProofStatus ?? 'Manually_Id_Proofed',
  ];
}
