import { and, eq, inArray } from 'drizzle-orm';
import { noOtherSignInText } from '../../../../shared/rules/connection.ts';
import { providerTypes } from '../../../../shared/rules/documentSource.ts';
import { brands, documentSourceProviders, features } from '../../../database/schema/lookups.ts';
import { ssoConnections } from '../../../database/schema/signIn.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { OrganizationColumns, OrganizationRecord } from './organizationFields.ts';

const [directMessaging] = providerTypes;

/** A provider of faxes carries no direct messages. */
export async function refuseUnknownProvider(tx: Transaction, { directProviderId }: OrganizationColumns): Promise<void> {
  if (!directProviderId) return;
  const rows = await tx
    .select({ id: documentSourceProviders.id })
    .from(documentSourceProviders)
    .where(and(eq(documentSourceProviders.id, directProviderId), eq(documentSourceProviders.type, directMessaging)));
  if (rows.length > 0) return;
  throw new ApiProblem('E-ORG-REFERENCE', {
    modelState: { 'direct.providerId': ['There is no such provider of direct messaging.'] },
  });
}

/** Only features on offer to organizations can be added; those it has stay, also when they are not offered any more. */
export async function refuseUnknownFeatures(
  tx: Transaction,
  { enabledFeatures }: OrganizationColumns,
  before?: OrganizationRecord,
): Promise<void> {
  const added = (enabledFeatures ?? []).filter((feature) => !before?.enabledFeatures.includes(feature));
  if (added.length === 0) return;
  const offered = await tx
    .select({ id: features.id })
    .from(features)
    .where(and(inArray(features.id, added), eq(features.isEnabled, true), eq(features.isOrganizationFeature, true)));
  const known = new Set(offered.map(({ id }) => id));
  const unknown = added.filter((feature) => !known.has(feature));
  if (unknown.length === 0) return;
  throw new ApiProblem('E-ORG-REFERENCE', {
    modelState: { enabledFeatures: unknown.map((feature) => `${feature} is not a feature for organizations.`) },
  });
}

/** Without password and without a connection, of the brand or of its own, no user of the organization could sign in. */
export async function refuseLockOut(
  tx: Transaction,
  columns: OrganizationColumns,
  before?: OrganizationRecord,
): Promise<void> {
  if (columns.passwordSignIn === undefined && columns.brandId === undefined) return;
  if (columns.passwordSignIn ?? before?.passwordSignIn ?? true) return;
  const brandId = columns.brandId === undefined ? before?.brandId : columns.brandId;
  const [brand] = brandId
    ? // Locked, so that the connection is not removed meanwhile.
      await tx.select({ connectionName: brands.connectionName }).from(brands).where(eq(brands.id, brandId)).for('share')
    : [];
  if (brand?.connectionName) return;
  // The organization is held, which changes of its connections wait for.
  const own = before && and(eq(ssoConnections.organizationId, before.id), eq(ssoConnections.isEnabled, true));
  if (own && (await tx.$count(ssoConnections, own)) > 0) return;
  throw new ApiProblem('E-REQUEST-INVALID', {
    modelState: {
      'settings.passwordSignIn': [noOtherSignInText],
    },
  });
}
