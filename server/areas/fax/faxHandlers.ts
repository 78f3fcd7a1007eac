import type { DocumentSource } from '../../../shared/contract/documentsources.ts';
import type { fax } from '../../../shared/contract/fax.ts';
import { faxDigits, faxText, isFax } from '../../../shared/rules/fax.ts';
import { deleteSource, insertSource } from '../../addresses/documentSourceStore.ts';
import { namedChanges } from '../../addresses/namedChanges.ts';
import { providerOfAccount } from '../../addresses/providerStore.ts';
import { auditedFields, sourceName } from '../../addresses/sourceAudit.ts';
import { audit } from '../../database/audit.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { queueOutbound } from '../../jobs/outbound.ts';
import { accountName, heldAccount, removeAccount, saveAccount } from './accountWrites.ts';
import { accountsOf, findNumber } from './faxStore.ts';

const targetType = 'organization';

/** Accounts of organizations at the fax services (spec 3 section 7). */
export const faxHandlers = ({ database }: Services): Handlers<typeof fax> => ({
  accounts: async ({ params }) => {
    const items = await accountsOf(database.db, params.id);
    if (!items) throw new ApiProblem('E-NOT-FOUND');
    return { items };
  },

  saveEfax: ({ body }, context) => saveAccount(database, { kind: 'efax', action: 'fax.saveEfax' }, body, context),
  saveWestFax: ({ body }, context) =>
    saveAccount(database, { kind: 'westfax', action: 'fax.saveWestFax' }, body, context),
  deleteEfax: ({ params }, context) =>
    removeAccount(database, { kind: 'efax', action: 'fax.deleteEfax' }, params.id, context),
  deleteWestFax: ({ params }, context) =>
    removeAccount(database, { kind: 'westfax', action: 'fax.deleteWestFax' }, params.id, context),

  syncWestFax: ({ params }, context) =>
    inTransaction(database, async (tx) => {
      const account = await heldAccount(tx, params.id, 'westfax');
      if (!account.isEnabled) throw new ApiProblem('E-FAX-ACCOUNT-OFF');
      const job = await queueOutbound(tx, 'westfax.sync', account.id);
      await audit(tx, context, {
        action: 'fax.syncWestFax',
        targetType,
        targetId: account.organizationId,
        changes: { [`${accountName('westfax')}.jobId`]: { before: null, after: job.jobId } },
      });
      return job;
    }),

  addWestFaxNumber: ({ params, body }, context) =>
    inTransaction(database, async (tx): Promise<DocumentSource> => {
      const account = await heldAccount(tx, params.id, 'westfax');
      if (!account.isEnabled) throw new ApiProblem('E-FAX-ACCOUNT-OFF');
      if (!isFax(body.number)) throw new ApiProblem('E-REQUEST-INVALID', { modelState: { number: [faxText] } });
      const values = {
        organizationId: account.organizationId,
        type: 'Fax',
        address: faxDigits(body.number),
        displayName: body.displayName,
        providerId: await providerOfAccount(tx, account.kind),
        faxAccountId: account.id,
        status: 0,
      };
      const number = await insertSource(tx, values, 'number');
      await audit(tx, context, {
        action: 'fax.addWestFaxNumber',
        targetType,
        targetId: account.organizationId,
        changes: namedChanges(sourceName(number), null, auditedFields(number)),
      });
      return number;
    }),

  removeWestFaxNumber: ({ params }, context) =>
    inTransaction(database, async (tx) => {
      const account = await heldAccount(tx, params.id, 'westfax');
      const number = await findNumber(tx, account.id, faxDigits(params.number));
      if (!number) throw new ApiProblem('E-NOT-FOUND');
      await deleteSource(tx, number.id);
      await audit(tx, context, {
        action: 'fax.removeWestFaxNumber',
        targetType,
        targetId: account.organizationId,
        changes: namedChanges(sourceName(number), auditedFields(number), null),
      });
      return undefined;
    }),
});
