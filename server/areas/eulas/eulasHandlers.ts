import type { eulas } from '../../../shared/contract/eulas.ts';
import { audit } from '../../database/audit.ts';
import { changesBetween } from '../../database/namedRecords.ts';
import { newId } from '../../database/newId.ts';
import { violatedConstraint } from '../../database/sqlState.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { activeAgreement, brandNameOf, hasAccepted } from '../../terms/activeAgreement.ts';
import { eulaActions } from './eulaActions.ts';
import { dated, eulaPage, eulaText, findEula, insertEula, knownBrand, versionExists } from './eulasStore.ts';
import { eulaHtml } from './eulaText.ts';

const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new ApiProblem('E-NOT-FOUND');
  return value;
};

const taken = (error: unknown): never => {
  if (violatedConstraint(error) !== 'eulas_version') throw error;
  const modelState = { version: ['This version already exists for the brand.'] };
  throw new ApiProblem('E-EULA-EXISTS', { cause: error, modelState });
};

export const eulasHandlers = ({ database }: Services): Handlers<typeof eulas> => ({
  list: ({ query }) => eulaPage(database, query),

  get: async ({ params }) => found(await findEula(database.db, params.id)),

  view: async ({ params }) => found(await eulaText(database, params.id)),

  create: async ({ body, file }, context) => {
    const html = eulaHtml(file);
    return inTransaction(database, async (tx) => {
      const brandName = await knownBrand(tx, body.brandName);
      if (brandName === undefined) {
        const text = 'There is no such brand.';
        throw new ApiProblem('E-ORG-REFERENCE', { message: text, modelState: { brandName: [text] } });
      }
      const { version, type } = body;
      const id = newId();
      const fields = { version, brandName, type, fileName: file.name };
      await insertEula(tx, { id, ...fields, html, createdBy: context.actor.name });
      const changes = changesBetween({}, { ...fields, html });
      await audit(tx, context, { action: 'eulas.create', targetType: 'eula', targetId: id, changes });
      return found(await findEula(tx, id));
    }).catch(taken);
  },

  exists: ({ query: { id, ...kind } }) => versionExists(database, kind, id),

  active: async ({ query }, { actor: { organizationId } }) => {
    const { db } = database;
    const eula = await activeAgreement(db, await brandNameOf(db, organizationId), query.type);
    if (!eula) return null;
    return { ...dated(eula), isAccepted: await hasAccepted(db, eula.id, organizationId) };
  },

  activeView: async ({ query }) => found(await activeAgreement(database.db, query.brandName, query.type)).html,

  ...eulaActions(database),
});
