import { brandProblems } from '../../rules/brand.ts';
import { onboardingFlows } from '../../rules/legacyProofing.ts';
import { wholeListPageSize } from '../../rules/paging.ts';
import { maxMonthlyPriceCents, planFeatures } from '../../rules/plan.ts';
import { isUrlCode, resellerColors, resellerTypes, urlCodeMax, urlCodeText } from '../../rules/reseller.ts';
import { didYouMean } from '../../rules/suggest.ts';
import type { Client } from '../../client/createClient.ts';
import type { RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import { type NamedColumn, namedActions } from './namedRecords.ts';
import { ifThere, textOf } from './targets.ts';

type Area = 'brands' | 'networks' | 'plans' | 'resellers';
/** A body that the server validates. */
type BodyOf<Name extends Area> = Parameters<Client[Name]['create']>[0]['body'];

type Listed = {
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly totalCount: number;
};

/** A page of the list as it is now, also where the client stores pages. */
const pageOf =
  (area: Area) =>
  (pageNumber: number, pageSize: number, { client, options }: RowContext): Promise<Listed> =>
    client[area].list({ query: { pageNumber, pageSize } }, { ...options, fresh: true });

/** The lists search for parts of names, so their results are compared with the whole one. */
const idByNameIn =
  (area: Area) =>
  async (name: string, { client, options }: RowContext): Promise<string | undefined> => {
    const query = { search: name.slice(0, 200), pageSize: wholeListPageSize };
    const { items }: Listed = await client[area].list({ query }, { ...options, fresh: true });
    return items.find((item) => item.name.toLowerCase() === name.toLowerCase())?.id;
  };

const problem = (column: string, message: string): CellProblem => ({ column, code: 'E-CELL-RULE', message });

export const networkActions = namedActions({
  resource: 'networks',
  one: 'network',
  many: 'networks',
  area: 'networks',
  nameMax: 255,
  examples: ['Lake District Network', 'Coast Network'],
  columns: [
    {
      column: {
        name: 'enabled',
        kind: 'flag',
        keeps: true,
        field: 'isEnabled',
        summary: 'whether it is enabled. Blank in a new network: yes',
        examples: ['true', ''],
      },
      value: true,
    },
    {
      column: {
        name: 'features',
        kind: 'list',
        maxLength: 100,
        field: 'enabledFeatures',
        summary: 'ids of its features, all of them: carepost features list',
        examples: ['Carequality|Release', ''],
      },
      value: [],
    },
  ],
  lost: {
    what: 'its service account',
    calls: ['networks.serviceAccount'],
    async consequences({ id }, { client, options }) {
      const call = client.networks.serviceAccount({ params: { id: String(id) } }, { ...options, fresh: true });
      return (await ifThere(call)) ? [{ kind: 'service-account-lost', count: 1 }] : [];
    },
  },
  isListPartial: true,
  finding: ['networks.list'],
  idByName: idByNameIn('networks'),
  page: pageOf('networks'),
  get: (id, { client }, options) => client.networks.get({ params: { id } }, options),
  create: (body, { client, options }) => client.networks.create({ body: body as BodyOf<'networks'> }, options),
  update: (id, body, { client, options }) => client.networks.update({ params: { id }, body }, options),
  delete: (id, { client }, options) => client.networks.delete({ params: { id } }, options),
});

const planFeatureProblems = ({ features }: Values): CellProblem[] =>
  (Array.isArray(features) ? (features as readonly string[]) : [])
    .filter((feature) => !planFeatures.some((known) => known === feature))
    .map((feature) => {
      const text = `There is no feature "${feature}" of plans. Use: ${planFeatures.join(', ')}.`;
      return problem('features', `${text}${didYouMean(feature, planFeatures)}`);
    });

export const planActions = namedActions({
  resource: 'plans',
  one: 'plan',
  many: 'subscription plans',
  area: 'plans',
  nameMax: 255,
  examples: ['Trial plan', 'Hospital plan'],
  columns: [
    {
      column: {
        name: 'tier_code',
        kind: 'text',
        keeps: true,
        maxLength: 50,
        field: 'tierCode',
        summary: 'code of its tier',
        examples: ['TRIAL', 'HOSPITAL'],
      },
    },
    {
      column: {
        name: 'allowed_users',
        kind: 'number',
        keeps: true,
        min: -1,
        max: 1_000_000,
        field: 'allowedUsers',
        summary: 'how many users an organization may have; -1 is no limit',
        examples: ['5', '-1'],
      },
    },
    {
      column: {
        name: 'monthly_price_cents',
        kind: 'number',
        keeps: true,
        min: 0,
        max: maxMonthlyPriceCents,
        field: 'monthlyPriceCents',
        summary: 'price of a month in cents of US dollars. Blank in a new plan: 0',
        examples: ['4900', ''],
      },
      value: 0,
    },
    {
      column: {
        name: 'features',
        kind: 'list',
        maxLength: 100,
        field: 'features',
        summary: `what it includes, all of it: ${planFeatures.join(', ')}. Blank in a new plan: everything`,
        examples: ['forward|reply', ''],
      },
      value: [...planFeatures],
    },
  ],
  problems: (values) => [
    ...(values['allowed_users'] === 0
      ? [problem('allowed_users', 'allowed_users must be -1 (no limit) or at least 1.')]
      : []),
    ...planFeatureProblems(values),
  ],
  finding: ['plans.list'],
  idByName: idByNameIn('plans'),
  isListPartial: true,
  page: pageOf('plans'),
  get: (id, { client }, options) => client.plans.get({ params: { id } }, options),
  create: (body, { client, options }) => client.plans.create({ body: body as BodyOf<'plans'> }, options),
  update: (id, body, { client, options }) => client.plans.update({ params: { id }, body }, options),
  delete: (id, { client }, options) => client.plans.delete({ params: { id } }, options),
});

const urlCodeProblems = (values: Values): CellProblem[] => {
  const code = textOf(values, 'url_code');
  return code === '' || isUrlCode(code) ? [] : [problem('url_code', urlCodeText)];
};

/** The terms are a document and no cell: commands and screens save them by calls of their own. */
const terms: NamedColumn = {
  column: {
    name: 'terms_html',
    kind: 'text',
    field: 'termsHtml',
    summary: 'its terms as HTML',
    examples: ['', ''],
  },
  value: null,
  isDocument: true,
};

export const resellerActions = namedActions({
  resource: 'resellers',
  one: 'reseller',
  many: 'resellers',
  area: 'resellers',
  nameMax: 255,
  examples: ['Lakeside Software', 'Coast Licensing'],
  columns: [
    {
      column: {
        name: 'type',
        kind: { allowed: Object.keys(resellerTypes) },
        keeps: true,
        field: 'type',
        codes: resellerTypes,
        summary: 'its type, which stays while organizations have the reseller',
        examples: ['Affiliate', 'Licensing'],
      },
    },
    {
      column: {
        name: 'url_code',
        kind: 'text',
        keeps: true,
        maxLength: urlCodeMax,
        field: 'urlCode',
        summary: 'code in its addresses: small letters, digits and single hyphens',
        examples: ['lakeside', 'coast'],
      },
    },
    {
      column: {
        name: 'color',
        kind: { allowed: resellerColors.map(({ value }) => value) },
        keeps: true,
        field: 'color',
        summary: 'background of its logo',
        examples: ['#ffffff', '#e6e9ed'],
      },
    },
    {
      column: {
        name: 'bypass_tos',
        kind: 'flag',
        keeps: true,
        field: 'bypassTos',
        summary: 'whether its organizations agree to its own terms. Blank in a new reseller: no',
        examples: ['false', ''],
      },
      value: false,
    },
    terms,
  ],
  problems: urlCodeProblems,
  lost: {
    what: 'its logo',
    consequences: async ({ fileName }) => (fileName === null ? [] : [{ kind: 'logo-lost', count: 1 }]),
  },
  isListPartial: true,
  finding: ['resellers.list'],
  idByName: idByNameIn('resellers'),
  page: pageOf('resellers'),
  get: (id, { client }, options) => client.resellers.get({ params: { id } }, options),
  create: (body, { client, options }) => client.resellers.create({ body: body as BodyOf<'resellers'> }, options),
  update: (id, body, { client, options }) => client.resellers.update({ params: { id }, body }, options),
  delete: (id, { client }, options) => client.resellers.delete({ params: { id } }, options),
});

/** The cells of the fields that the rules of a brand name. */
const brandCells = { app_url: 'appUrl', primary_color: 'primaryColor', support_email: 'supportEmail' } as const;

const brandCellProblems = (values: Values): CellProblem[] => {
  const fields = Object.entries(brandCells).flatMap(([column, field]) =>
    values[column] === undefined ? [] : [[field, textOf(values, column)] as const],
  );
  const texts = brandProblems(Object.fromEntries(fields));
  const flow = textOf(values, 'onboarding_flow');
  const isFlow = values['onboarding_flow'] === undefined || onboardingFlows.some((one) => one === flow);
  return [
    ...Object.entries(brandCells).flatMap(([column, field]) =>
      (texts[field] ?? []).map((text) => problem(column, text)),
    ),
    ...(isFlow ? [] : [problem('onboarding_flow', `must be one of: ${onboardingFlows.join(', ')}`)]),
  ];
};

export const brandActions = namedActions({
  resource: 'brands',
  one: 'brand',
  many: 'brands',
  area: 'brands',
  nameMax: 255,
  examples: ['Lakeside', 'Coast'],
  columns: [
    {
      column: {
        name: 'app_url',
        kind: 'text',
        keeps: true,
        maxLength: 2048,
        field: 'appUrl',
        summary: 'address of its application, https only',
        examples: ['https://lakeside.example', 'https://coast.example'],
      },
    },
    {
      column: {
        name: 'primary_color',
        kind: 'text',
        keeps: true,
        maxLength: 7,
        field: 'primaryColor',
        summary: 'its color, such as #0b5f73',
        examples: ['#0b5f73', '#3f4449'],
      },
    },
    {
      column: {
        name: 'support_email',
        kind: 'text',
        keeps: true,
        maxLength: 255,
        field: 'supportEmail',
        summary: 'e-mail address of its support',
        examples: ['help@lakeside.example', 'help@coast.example'],
      },
    },
    {
      column: {
        name: 'connection',
        kind: 'text',
        maxLength: 100,
        field: 'identityProvider.connectionName',
        summary: 'name of its single sign-on connection',
        examples: ['lakeside', ''],
      },
      value: null,
    },
    {
      column: {
        name: 'onboarding_flow',
        kind: 'text',
        keeps: true,
        maxLength: 20,
        field: 'onboardingFlow',
        summary:
          'how administrators of its organizations are onboarded: standard or legacy. Blank in a new brand: standard',
        examples: ['standard', 'legacy'],
      },
      value: 'standard',
    },
    terms,
  ],
  problems: brandCellProblems,
  isListPartial: true,
  finding: ['brands.list'],
  idByName: idByNameIn('brands'),
  page: pageOf('brands'),
  get: (id, { client }, options) => client.brands.get({ params: { id } }, options),
  create: (body, { client, options }) => client.brands.create({ body: body as BodyOf<'brands'> }, options),
  update: (id, body, { client, options }) => client.brands.update({ params: { id }, body }, options),
  delete: (id, { client }, options) => client.brands.delete({ params: { id } }, options),
});
