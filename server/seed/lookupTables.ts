import * as lookups from './lookupRows.ts';
import type { TableRows } from './rowsOfEach.ts';

/** Rows of records as COPY wants them, in the order of the columns. */
const table = <R extends object>(
  name: string,
  columns: Readonly<Record<string, keyof R>>,
  records: readonly R[],
): TableRows => ({
  table: name,
  columns: Object.keys(columns),
  rows: records.map((record) => Object.values(columns).map((key) => record[key])),
});

const named = { id: 'id', name: 'name' } as const;

/** What organizations point at, and the words no subdomain may be. */
export const lookupTables = (): TableRows[] => [
  table(
    'networks',
    {
      ...named,
      is_enabled: 'isEnabled',
      enabled_features: 'enabledFeatures',
      service_client_id: 'serviceClientId',
      service_enabled: 'serviceEnabled',
      service_addresses: 'serviceAddresses',
    },
    lookups.networks,
  ),
  table(
    'resellers',
    {
      ...named,
      type: 'type',
      url_code: 'urlCode',
      color: 'color',
      bypass_tos: 'bypassTos',
      terms_html: 'termsHtml',
    },
    lookups.resellers,
  ),
  table(
    'plans',
    {
      ...named,
      tier_code: 'tierCode',
      allowed_users: 'allowedUsers',
      monthly_price_cents: 'monthlyPriceCents',
      features: 'features',
    },
    lookups.plans,
  ),
  table(
    'brands',
    {
      ...named,
      app_url: 'appUrl',
      connection_name: 'connectionName',
      primary_color: 'primaryColor',
      support_email: 'supportEmail',
      onboarding_flow: 'onboardingFlow',
    },
    lookups.brands,
  ),
  table('organization_types', named, lookups.organizationTypes),
  table('organization_specialties', named, lookups.organizationSpecialties),
  table('apps', named, lookups.apps),
  table('reserved_words', { ...named, is_profanity: 'isProfanity' }, lookups.reservedWords),
];
