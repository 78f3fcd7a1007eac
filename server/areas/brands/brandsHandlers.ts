import { brands } from '../../../shared/contract/brands.ts';
import { type BrandFields, brandProblems } from '../../../shared/rules/brand.ts';
import type { OnboardingFlow } from '../../../shared/rules/legacyProofing.ts';
import { audit } from '../../database/audit.ts';
import { changesBetween, inUseAfterAll, refuseInUse, refuseTakenName } from '../../database/namedRecords.ts';
import { newId } from '../../database/newId.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { brands as table } from '../../database/schema/lookups.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { sanitiseHtml } from '../../html/sanitiseHtml.ts';
import type { Services } from '../../http/areaEntry.ts';
import { refuseServerSetChanges } from '../../http/serverSetFields.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import {
  brandAgreements,
  brandDependents,
  brandPage,
  brandUsers,
  deleteBrand,
  findBrand,
  insertBrand,
  lockBrand,
  renameAgreements,
  updateBrand,
} from './brandsStore.ts';

const read = async (db: Drizzle, id: string) => {
  const record = await findBrand(db, id);
  if (!record) throw new ApiProblem('E-NOT-FOUND');
  return record;
};

interface Sent extends BrandFields {
  readonly name?: string | undefined;
  readonly identityProvider?: { readonly connectionName?: string | null | undefined } | undefined;
  readonly onboardingFlow?: OnboardingFlow | undefined;
  readonly termsHtml?: string | null | undefined;
}

/** The columns a body speaks of; what it leaves out is undefined. */
const columnsOf = ({ identityProvider, termsHtml, ...fields }: Sent) => ({
  name: fields.name,
  appUrl: fields.appUrl,
  primaryColor: fields.primaryColor,
  supportEmail: fields.supportEmail,
  onboardingFlow: fields.onboardingFlow,
  connectionName: identityProvider?.connectionName,
  termsHtml: termsHtml ? sanitiseHtml(termsHtml, 'termsHtml') || null : termsHtml,
});

function refuseProblems(fields: BrandFields): void {
  const modelState = brandProblems(fields);
  if (Object.keys(modelState).length > 0) throw new ApiProblem('E-REQUEST-INVALID', { modelState });
}

/** A name is held for the brand, and its agreements go with it. */
async function rename(tx: Transaction, id: string, from: string, to: string | undefined): Promise<void> {
  if (to === undefined || to === from) return;
  await refuseTakenName(tx, table, to, id);
  await renameAgreements(tx, from, to);
}

/** Without the connection nobody of an organization that switched password sign-in off could sign in. */
async function refuseLockOut(tx: Transaction, id: string, before: string | null, after: string | null | undefined) {
  if (before === null || after === undefined || after !== null) return;
  const count = await brandDependents(tx, id);
  if (count === 0) return;
  const text = `The connection cannot be taken away: ${count === 1 ? 'an organization' : `${count} organizations`} of the brand switched password sign-in off.`;
  throw new ApiProblem('E-IN-USE', { message: text, modelState: { 'identityProvider.connectionName': [text] } });
}

async function refuseAgreements(tx: Transaction, name: string): Promise<void> {
  const count = await brandAgreements(tx, name);
  if (count === 0) return;
  const agreements = count === 1 ? '1 license agreement names it' : `${count} license agreements name it`;
  throw new ApiProblem('E-IN-USE', { message: `"${name}" cannot be deleted: ${agreements}.` });
}

export const brandsHandlers = ({ database }: Services): Handlers<typeof brands> => ({
  list: ({ query }) => brandPage(database, query),

  get: ({ params }) => read(database.db, params.id),

  create: ({ body }, context) =>
    inTransaction(database, async (tx) => {
      refuseProblems(body);
      const { name, appUrl, primaryColor, supportEmail } = body;
      const columns = { ...columnsOf(body), name, appUrl, primaryColor, supportEmail };
      await refuseTakenName(tx, table, name);
      const id = newId();
      await insertBrand(tx, { id, ...columns });
      const changes = changesBetween({}, columns);
      await audit(tx, context, { action: 'brands.create', targetType: 'brand', targetId: id, changes });
      return read(tx, id);
    }),

  update: ({ params: { id }, body }, context) =>
    inTransaction(database, async (tx) => {
      const before = await lockBrand(tx, id);
      if (!before) throw new ApiProblem('E-NOT-FOUND');
      const versionChecked = checkVersion(before.version, context, body.version);
      await refuseServerSetChanges(brands.update, body, () => read(tx, id));
      refuseProblems(body);
      const columns = columnsOf(body);
      await refuseLockOut(tx, id, before.connectionName, columns.connectionName);
      await rename(tx, id, before.name, columns.name);
      const changes = changesBetween(before, columns);
      if (Object.keys(changes).length > 0) await updateBrand(tx, id, columns);
      await audit(tx, context, { action: 'brands.update', targetType: 'brand', targetId: id, changes, versionChecked });
      return read(tx, id);
    }),

  delete: ({ params: { id } }, context) =>
    inTransaction(database, async (tx) => {
      const before = await lockBrand(tx, id);
      if (!before) throw new ApiProblem('E-NOT-FOUND');
      const versionChecked = checkVersion(before.version, context);
      refuseInUse(before.name, await brandUsers(tx, id));
      await refuseAgreements(tx, before.name);
      await deleteBrand(tx, id);
      const changes = { name: { before: before.name, after: null } };
      await audit(tx, context, { action: 'brands.delete', targetType: 'brand', targetId: id, changes, versionChecked });
      return undefined;
    }).catch(inUseAfterAll),
});
