import { type DocumentSource, documentsources } from '../../../shared/contract/documentsources.ts';
import { normaliseAddress } from '../../../shared/rules/directAddress.ts';
import { faxDigits, isFax } from '../../../shared/rules/fax.ts';
import { addressExists, deleteSource, findSource, insertSource } from '../../addresses/documentSourceStore.ts';
import { namedChanges } from '../../addresses/namedChanges.ts';
import { holdOrganization } from '../../addresses/organizationHold.ts';
import { providerPage } from '../../addresses/providerStore.ts';
import { auditedFields, sourceName } from '../../addresses/sourceAudit.ts';
import { audit } from '../../database/audit.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { refuseServerSetChanges } from '../../http/serverSetFields.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import { changeSource, heldSource } from './changeSource.ts';
import { columnsOfNew, refuseProvider, unknownReference } from './newSource.ts';
import { sourcePage } from './sourcePageStore.ts';
import { refuseActivation, refuseFaxStatus, refuseSwitchedOff } from './sourceRules.ts';

/** Direct addresses and fax numbers of all organizations (spec 3 section 7). */
export const documentsourcesHandlers = ({ config, database }: Services): Handlers<typeof documentsources> => ({
  list: ({ query }) => sourcePage(database, query),
  providers: ({ query }) => providerPage(database.db, query),
  exists: ({ query }) =>
    addressExists(database.db, isFax(query.val) ? faxDigits(query.val) : normaliseAddress(query.val)),

  get: async ({ params }) => {
    const found = await findSource(database.db, params.id);
    if (!found) throw new ApiProblem('E-NOT-FOUND');
    return found;
  },

  create: ({ body }, context) =>
    inTransaction(database, async (tx): Promise<DocumentSource> => {
      const organization = await holdOrganization(tx, body.organizationId);
      if (!organization) throw unknownReference('organizationId');
      const source = await insertSource(tx, await columnsOfNew({ tx, organization, config }, body), 'address');
      await audit(tx, context, {
        action: 'documentsources.create',
        targetType: 'organization',
        targetId: source.organizationId,
        changes: namedChanges(sourceName(source), null, auditedFields(source)),
      });
      return source;
    }),

  update: ({ params, body }, context) =>
    changeSource(database, {
      id: params.id,
      action: 'documentsources.update',
      context,
      version: body.version,
      decide: async (source, organization, tx) => {
        await refuseServerSetChanges(documentsources.update, body, () => findSource(tx, source.id));
        await refuseProvider(tx, body.providerId, source.type === 'Fax' ? 'Fax' : 'DirectMessaging');
        if (body.isEnabled === true && !source.isEnabled) refuseSwitchedOff(source, organization);
        const { displayName, providerId, isEnabled } = body;
        return { displayName, providerId, isEnabled };
      },
    }),

  delete: ({ params }, context) =>
    inTransaction(database, async (tx) => {
      const { source } = await heldSource(tx, params.id);
      const versionChecked = checkVersion(source.version, context);
      await deleteSource(tx, source.id);
      await audit(tx, context, {
        action: 'documentsources.delete',
        targetType: 'organization',
        targetId: source.organizationId,
        changes: namedChanges(sourceName(source), auditedFields(source), null),
        versionChecked,
      });
      return undefined;
    }),

  activate: ({ params }, context) =>
    changeSource(database, {
      id: params.id,
      action: 'documentsources.activate',
      context,
      decide: (source, organization) => {
        refuseActivation(source, organization);
        return { status: 1, isEnabled: true };
      },
    }),

  setFaxStatus: ({ params, body }, context) =>
    changeSource(database, {
      id: params.id,
      action: 'documentsources.setFaxStatus',
      context,
      decide: (source) => {
        refuseFaxStatus(source, body.status);
        return { status: body.status };
      },
    }),
});
