import type { DocumentSource } from '../../../shared/contract/documentsources.ts';
import { findSource, lockSource, type SourceRecord, updateSource } from '../../addresses/documentSourceStore.ts';
import { namedChanges } from '../../addresses/namedChanges.ts';
import { type HeldOrganization, holdOrganization } from '../../addresses/organizationHold.ts';
import { auditedFields, sourceName } from '../../addresses/sourceAudit.ts';
import { audit } from '../../database/audit.ts';
import type { Database } from '../../database/openDatabase.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import { checkVersion } from '../../http/versionCheck.ts';

type Columns = Pick<SourceRecord, 'displayName' | 'isEnabled' | 'providerId' | 'status'>;
type Wanted = { readonly [Column in keyof Columns]?: Columns[Column] | undefined };

interface Change {
  readonly id: string;
  /** Area and name of the contract row. */
  readonly action: string;
  readonly context: RequestContext;
  readonly version?: number | undefined;
  /** The columns to write, decided on what is held; undefined leaves a column as it is. */
  readonly decide: (source: SourceRecord, organization: HeldOrganization, tx: Transaction) => Promise<Wanted> | Wanted;
}

/** The source and its organization, both held until the transaction ends, always in this order. */
export async function heldSource(tx: Transaction, id: string) {
  const seen = await findSource(tx, id);
  const organization = seen && (await holdOrganization(tx, seen.organizationId));
  const source = organization && (await lockSource(tx, id));
  if (!source) throw new ApiProblem('E-NOT-FOUND');
  return { source, organization };
}

/** One change of one document source: hold, compare versions, decide, write, audit; all of it or nothing. */
export const changeSource = (
  database: Database,
  { id, action, context, version, decide }: Change,
): Promise<DocumentSource> =>
  inTransaction(database, async (tx) => {
    const { source, organization } = await heldSource(tx, id);
    const versionChecked = checkVersion(source.version, context, version);
    const wanted = await decide(source, organization, tx);
    const differing = Object.entries(wanted).filter(
      ([column, value]) => value !== undefined && value !== source[column as keyof Columns],
    );
    const changed = await updateSource(tx, id, Object.fromEntries(differing));
    await audit(tx, context, {
      action,
      targetType: 'organization',
      targetId: source.organizationId,
      changes: namedChanges(sourceName(source), auditedFields(source), auditedFields(changed)),
      versionChecked,
    });
    return changed;
  });
