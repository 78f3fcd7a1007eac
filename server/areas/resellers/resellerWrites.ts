import type { ReceivedFile } from '../../../shared/contract/endpoint.ts';
import { resellers } from '../../../shared/contract/resellers.ts';
import { isUrlCode, type ResellerType, urlCodeText } from '../../../shared/rules/reseller.ts';
import { audit } from '../../database/audit.ts';
import { changesBetween, refuseTakenName } from '../../database/namedRecords.ts';
import { newId } from '../../database/newId.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { resellers as table } from '../../database/schema/lookups.ts';
import { violatedConstraint } from '../../database/sqlState.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { sanitiseHtml } from '../../html/sanitiseHtml.ts';
import { refuseServerSetChanges } from '../../http/serverSetFields.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import { logoOf } from './logo.ts';
import { findReseller, insertReseller, lockReseller, resellerUsers, updateReseller } from './resellersStore.ts';

export const readReseller = async (db: Drizzle, id: string) => {
  const found = await findReseller(db, id);
  if (!found) throw new ApiProblem('E-NOT-FOUND');
  return found;
};

interface Sent {
  readonly name?: string | undefined;
  readonly type?: ResellerType | undefined;
  readonly urlCode?: string | undefined;
  readonly color?: string | undefined;
  readonly bypassTos?: boolean | undefined;
  readonly termsHtml?: string | null | undefined;
}

/** The columns a body speaks of; what it leaves out is undefined. */
function columnsOf({ name, type, urlCode, color, bypassTos, termsHtml }: Sent) {
  if (urlCode !== undefined && !isUrlCode(urlCode))
    throw new ApiProblem('E-REQUEST-INVALID', { modelState: { urlCode: [urlCodeText] } });
  const terms = termsHtml ? sanitiseHtml(termsHtml, 'termsHtml') || null : termsHtml;
  return { name, type, urlCode, color, bypassTos, termsHtml: terms };
}

/** The logo's columns and how the audit trail tells it; undefined leaves it as it is, null takes it away. */
function logoColumns(logo: ReceivedFile | null | undefined) {
  if (logo === undefined) return { columns: {}, told: undefined };
  if (logo === null) return { columns: { fileName: null, fileType: null, file: null }, told: null };
  const { name, mediaType, bytes } = logo;
  return {
    columns: { fileName: name, fileType: mediaType, file: Buffer.from(bytes) },
    told: `${name} (${mediaType}, ${bytes.length} bytes)`,
  };
}

async function refuseOtherType(tx: Transaction, id: string, before: ResellerType, after?: ResellerType): Promise<void> {
  if (after !== undefined && after !== before && (await resellerUsers(tx, id)) > 0)
    throw new ApiProblem('E-RESELLER-TYPE');
}

/** URL codes meet at their index. */
const named = (error: unknown): never => {
  if (violatedConstraint(error) !== 'resellers_urlCode_unique') throw error;
  const modelState = { urlCode: ['This URL code already exists. Choose another one.'] };
  throw new ApiProblem('E-URL-CODE-TAKEN', { cause: error, modelState });
};

export const resellerWrites = (database: Database): Pick<Handlers<typeof resellers>, 'create' | 'update'> => ({
  create: ({ body, file }, context) =>
    inTransaction(database, async (tx) => {
      const { name, type, urlCode, color } = body;
      const fields = { ...columnsOf(body), name, type, urlCode, color };
      const { columns, told } = logoColumns(file && logoOf(file));
      await refuseTakenName(tx, table, name);
      const id = newId();
      await insertReseller(tx, { id, ...fields, ...columns });
      const changes = changesBetween({}, { ...fields, file: told });
      await audit(tx, context, { action: 'resellers.create', targetType: 'reseller', targetId: id, changes });
      return readReseller(tx, id);
    }).catch(named),

  update: ({ params: { id }, body, file }, context) =>
    inTransaction(database, async (tx) => {
      const before = await lockReseller(tx, id);
      if (!before) throw new ApiProblem('E-NOT-FOUND');
      const versionChecked = checkVersion(before.version, context, body.version);
      await refuseServerSetChanges(resellers.update, body, () => readReseller(tx, id));
      const fields = columnsOf(body);
      const { columns, told } = logoColumns(file ? logoOf(file) : body.removeFile ? null : undefined);
      await refuseOtherType(tx, id, before.type, fields.type);
      if (fields.name !== undefined && fields.name !== before.name) await refuseTakenName(tx, table, fields.name, id);
      const changes = changesBetween({ ...before, file: before.fileName }, { ...fields, file: told });
      if (Object.keys(changes).length > 0) await updateReseller(tx, id, { ...fields, ...columns });
      const target = { targetType: 'reseller', targetId: id };
      await audit(tx, context, { action: 'resellers.update', ...target, changes, versionChecked });
      return readReseller(tx, id);
    }).catch(named),
});
