import { noOtherSignInText } from '../../rules/connection.ts';
import { subdomainText } from '../../rules/subdomain.ts';
import type { RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import { brandsOnce, featureProblems, referenceProblems } from './references.ts';
import { subscriptionProblems } from './subscription.ts';

/** Why the server refuses a subdomain. */
export const takenSubdomain = (subdomain: string): CellProblem => ({
  column: 'subdomain',
  code: 'E-ORG-SUBDOMAIN-TAKEN',
  message: `${subdomainText} Another organization has "${subdomain}".`,
});

const reservedSubdomain = (subdomain: string): CellProblem => ({
  column: 'subdomain',
  code: 'E-ORG-SUBDOMAIN',
  message: `${subdomainText} "${subdomain}" is a reserved word or looks like one.`,
});

/** Its form is checked offline; this checks for taken and reserved names. */
const subdomainProblems = async (
  sent: Values,
  id: string | undefined,
  { client, options }: RowContext,
): Promise<CellProblem[]> => {
  const { subdomain } = sent;
  if (typeof subdomain !== 'string') return [];
  const requested = id === undefined ? {} : { organizationId: id };
  if (await client.organizations.subdomainIsValid({ query: { ...requested, subdomain } }, options)) return [];
  const query = { subdomain, ...(id === undefined ? {} : { id }) };
  const isTaken = await client.organizations.subdomainExists({ query }, options);
  return [isTaken ? takenSubdomain(subdomain) : reservedSubdomain(subdomain)];
};

/** Without password and without a connection, of the brand or of its own, no user could sign in (server: refuseLockOut). */
const lockOutProblems = async (
  sent: Values,
  current: Values,
  id: string | undefined,
  context: RowContext,
): Promise<CellProblem[]> => {
  if (sent['password_sign_in'] === undefined && sent['brand_id'] === undefined) return [];
  if (sent['password_sign_in'] ?? current['password_sign_in'] ?? true) return [];
  const brandId = sent['brand_id'] === undefined ? current['brand_id'] : sent['brand_id'];
  const brand = typeof brandId === 'string' ? (await brandsOnce(context)).get(brandId) : undefined;
  if (brand?.identityProvider.connectionName) return [];
  const { client, options } = context;
  const query = { organizationId: id, isEnabled: 'true', pageSize: 1 };
  if (id !== undefined && (await client.connections.list({ query }, options)).totalCount > 0) return [];
  return [{ column: 'password_sign_in', code: 'E-CELL-RULE', message: noOtherSignInText }];
};

const textsOf = (value: Values[string] | undefined): readonly string[] => (Array.isArray(value) ? value : []);

interface Cells {
  /** Cells of the row, as the server stores them. */
  readonly requested: Values;
  /** Those that differ from the current record. */
  readonly sent: Values;
  /** The current record; empty for a new organization. */
  readonly current: Values;
}

/** Checks that need the server, for cells that will be sent. `id` is the organization, if it exists. */
export const serverProblems = async (
  { requested, sent, current }: Cells,
  id: string | undefined,
  context: RowContext,
): Promise<CellProblem[]> => {
  const references = await referenceProblems(sent, context);
  const had = new Set(textsOf(current['features']));
  const added = textsOf(sent['features']).filter((feature) => !had.has(feature));
  return [
    ...(await subdomainProblems(sent, id, context)),
    ...references,
    // With an invalid reference, plan and sign-in cannot be checked.
    ...(references.length > 0 ? [] : await subscriptionProblems(requested, sent, current, context)),
    ...(references.length > 0 ? [] : await lockOutProblems(sent, current, id, context)),
    ...(await featureProblems('features', added, context)),
  ];
};
