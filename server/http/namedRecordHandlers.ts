import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { audit } from '../database/audit.ts';
import type { NamedQuery } from '../database/namedPage.ts';
import { changesBetween, inUseAfterAll, refuseInUse, refuseTakenName } from '../database/namedRecords.ts';
import { type NamedTable, namedStore } from '../database/namedStore.ts';
import { newId } from '../database/newId.ts';
import type { Drizzle } from '../database/openDatabase.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Services } from './areaEntry.ts';
import type { RequestContext } from './context.ts';
import { refuseServerSetChanges } from './serverSetFields.ts';
import { ApiProblem } from './problem.ts';
import { checkVersion } from './versionCheck.ts';

interface NamedRecords<Table> {
  /** Area of the contract and one of its records, for the audit trail: `plans`, `plan`. */
  readonly area: string;
  readonly one: string;
  readonly table: Table;
  /** The row of the contract that saves a record. */
  readonly saves: Pick<Endpoint, 'body' | 'response'>;
  /** Column of organizations that has the id of a record, where they point at it. */
  readonly usedBy?: PgColumn;
  /** See nameKeyOf. */
  readonly nameKey?: PgColumn;
}

interface ById {
  readonly params: { readonly id: string };
}

/** The columns that a save sends, beside what identifies the record and what the server sets. */
interface Saved {
  readonly id?: unknown;
  readonly version?: number | undefined;
  readonly organizationCount?: unknown;
  readonly name?: string | undefined;
}

/**
 * Handlers of records with a unique name whose fields are the columns of one table: a name is taken in any letter case, a record that
 * organizations point at is not deleted. Each change is one transaction with its audit row.
 */
export const namedRecordHandlers = <Table extends NamedTable>(
  { database }: Services,
  { area, one, table, saves, usedBy, nameKey }: NamedRecords<Table>,
) => {
  const store = namedStore(table, { usedBy, nameKey });
  const read = async (db: Drizzle, id: string) => {
    const record = await store.find(db, id);
    if (!record) throw new ApiProblem('E-NOT-FOUND');
    return record;
  };

  return {
    list: ({ query }: { readonly query: NamedQuery }) => store.page(database.db, query),

    get: ({ params }: ById) => read(database.db, params.id),

    create: ({ body }: { readonly body: { readonly name: string } }, context: RequestContext) =>
      inTransaction(database, async (tx) => {
        await refuseTakenName(tx, table, body.name, undefined, nameKey);
        const id = newId();
        await store.insert(tx, { id, ...body });
        const changes = changesBetween({}, body);
        await audit(tx, context, { action: `${area}.create`, targetType: one, targetId: id, changes });
        return read(tx, id);
      }),

    update: ({ params: { id }, body }: ById & { readonly body: Saved }, context: RequestContext) =>
      inTransaction(database, async (tx) => {
        const { id: _id, version, organizationCount: _organizationCount, ...columns } = body;
        const before = await store.lock(tx, id);
        if (!before) throw new ApiProblem('E-NOT-FOUND');
        const versionChecked = checkVersion(before.version, context, version);
        await refuseServerSetChanges(saves, body, () => read(tx, id));
        if (columns.name !== undefined && columns.name !== before.name)
          await refuseTakenName(tx, table, columns.name, id, nameKey);
        const changes = changesBetween(before, columns);
        if (Object.keys(changes).length > 0) await store.update(tx, id, columns);
        await audit(tx, context, { action: `${area}.update`, targetType: one, targetId: id, changes, versionChecked });
        return read(tx, id);
      }),

    delete: ({ params: { id } }: ById, context: RequestContext) =>
      inTransaction(database, async (tx) => {
        const before = await store.lock(tx, id);
        if (!before) throw new ApiProblem('E-NOT-FOUND');
        const versionChecked = checkVersion(before.version, context);
        refuseInUse(before.name, await store.countUsers(tx, id));
        await store.delete(tx, id);
        const changes = { name: { before: before.name, after: null } };
        await audit(tx, context, { action: `${area}.delete`, targetType: one, targetId: id, changes, versionChecked });
        return undefined;
      }).catch(inUseAfterAll),
  };
};
