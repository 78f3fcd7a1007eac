import type { RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';

const allSize = 5000;

interface Page<T> {
  readonly items: readonly T[];
  readonly totalCount: number;
}

/** All records of a list, in pages of the maximum size. */
const allOf = async <T>(page: (pageNumber: number) => Promise<Page<T>>): Promise<readonly T[]> => {
  const all: T[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const { items, totalCount } = await page(pageNumber);
    all.push(...items);
    if (items.length === 0 || all.length >= totalCount) return all;
  }
};

/** Plans in the order of choice lists, requested once in a run. */
export const plansOnce = ({ client, options, shared }: RowContext) =>
  shared.once('plans', () =>
    allOf((pageNumber) => client.plans.list({ query: { pageNumber, pageSize: allSize } }, options)),
  );

/** Resellers by id, requested once in a run. */
export const resellersOnce = ({ client, options, shared }: RowContext) =>
  shared.once('resellers', async () => {
    const all = await allOf((pageNumber) =>
      client.resellers.list({ query: { pageNumber, pageSize: allSize } }, options),
    );
    return new Map(all.map(({ id, type }) => [id, { id, type }]));
  });

/** Brands by id, requested once in a run. */
export const brandsOnce = ({ client, options, shared }: RowContext) =>
  shared.once('brands', async () => {
    const all = await allOf((pageNumber) => client.brands.list({ query: { pageNumber, pageSize: allSize } }, options));
    return new Map(all.map((brand) => [brand.id, brand]));
  });

/** Ids of the features on offer to organizations, requested once in a run. */
export const offeredFeaturesOnce = ({ client, options, shared }: RowContext) =>
  shared.once('features', async () => {
    const { items } = await client.features.list({}, options);
    const offered = items.filter(({ isEnabled, isOrganizationFeature }) => isEnabled && isOrganizationFeature);
    return new Set(offered.map(({ id }) => id));
  });

const idsOf = (items: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(items.map(({ id }) => id));

/** Ids a reference column may hold. */
const known: Readonly<Record<string, (context: RowContext) => Promise<{ has(id: string): boolean }>>> = {
  network_id: ({ client, options, shared }) =>
    shared.once('networks', async () =>
      idsOf(await allOf((pageNumber) => client.networks.list({ query: { pageNumber, pageSize: allSize } }, options))),
    ),
  brand_id: brandsOnce,
  plan_id: async (context) => idsOf(await plansOnce(context)),
  reseller_id: resellersOnce,
  type: ({ client, options, shared }) =>
    shared.once('types', async () => idsOf((await client.organizations.types({}, options)).items)),
  specialty: ({ client, options, shared }) =>
    shared.once('specialties', async () => idsOf((await client.organizations.specialties({}, options)).items)),
  // A provider of faxes carries no direct messages.
  direct_provider_id: ({ client, options, shared }) =>
    shared.once('providers', async () =>
      idsOf(
        await allOf((pageNumber) =>
          client.documentsources.providers(
            { query: { pageNumber, pageSize: allSize, type: 'DirectMessaging' } },
            options,
          ),
        ),
      ),
    ),
};

/** Cells that reference a record that does not exist. `sent` are the cells that will be sent. */
export const referenceProblems = async (sent: Values, context: RowContext): Promise<CellProblem[]> => {
  const problems: CellProblem[] = [];
  for (const [column, load] of Object.entries(known)) {
    const id = sent[column];
    if (typeof id !== 'string' || (await load(context)).has(id)) continue;
    problems.push({ column, code: 'E-ORG-REFERENCE', message: `The record does not exist: "${id}".` });
  }
  return problems;
};

/** Features that are added and not on offer. */
export const featureProblems = async (
  column: string,
  added: readonly string[],
  context: RowContext,
): Promise<CellProblem[]> => {
  if (added.length === 0) return [];
  const offered = await offeredFeaturesOnce(context);
  return added
    .filter((feature) => !offered.has(feature))
    .map((feature) => ({
      column,
      code: 'E-ORG-REFERENCE',
      message: `${feature} is not a feature for organizations.`,
    }));
};
