import type { carequality, ImportResult } from '../../../../shared/contract/carequality.ts';
import { plainOid } from '../../../../shared/rules/carequality.ts';
import { audit } from '../../../database/audit.ts';
import { newId } from '../../../database/newId.ts';
import { inTransaction, type Transaction } from '../../../database/transaction.ts';
import type { FhirDirectory } from '../../../fhir/directory.ts';
import type { Services } from '../../../http/areaEntry.ts';
import type { RequestContext } from '../../../http/context.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import { auditedChanges } from '../entries/entryFields.ts';
import { entriesOf, insertEntry, keepSnapshot, updateEntry } from '../entries/entryStore.ts';
import { findOwner, holdOwner, type Owner } from '../ownerStore.ts';
import { planStep, type Step } from './importPlan.ts';
import { type LookUpResult, lookUp } from './lookUp.ts';

type ImportHandlers = Pick<Handlers<typeof carequality>, 'importEntries'>;

/**
 * Imports that may use the directory at the same time in this process. With an Idempotency-Key each occupies a database connection until the
 * directory has responded, and all calls share these connections (FT-5).
 */
const maxAtOnce = 4;

export const importHandlers = ({ database, directory }: Services): ImportHandlers => {
  let running = 0;
  const requestAll = async (oids: readonly string[], context: RequestContext) => {
    if (running >= maxAtOnce) {
      const message = 'Too many imports at the same time. Try again in a few seconds.';
      throw new ApiProblem('E-DIRECTORY-UNAVAILABLE', { message, headers: { 'retry-after': '1' } });
    }
    running++;
    try {
      return await readDirectory(directory, oids, context);
    } finally {
      running--;
    }
  };
  return {
    importEntries: async ({ params, body }, context) => {
      // Checked before the directory is read, and again in the transaction.
      acceptOwner(await findOwner(database.db, params.id));
      const oids = [...new Set(body.oids.map(plainOid))];
      // The directory is read outside the transaction, so that a slow one locks nothing.
      const lookUps = await requestAll(oids, context);
      return inTransaction(database, async (tx) => {
        const owner = acceptOwner(await holdOwner(tx, params.id));
        const entries = new Map((await entriesOf(tx, owner.id)).map((entry) => [entry.fields.organizationId, entry]));
        const steps = [...lookUps].map(([oid, listing]) => planStep({ oid, listing, before: entries.get(oid), owner }));
        const results = body.dryRun ? steps.map(planned) : await write(tx, owner, steps);
        if (!body.dryRun) await auditImport(tx, context, { owner, results });
        return { dryRun: body.dryRun, results };
      });
    },
  };
};

function acceptOwner(owner: Owner | undefined): Owner {
  if (!owner) throw new ApiProblem('E-NOT-FOUND');
  if (!owner.isParticipating) throw new ApiProblem('E-CAREQUALITY-OFF');
  return owner;
}

/** Results in the order of the OIDs. If all of them failed and the directory was down, the import is refused. */
async function readDirectory(
  directory: FhirDirectory | null,
  oids: readonly string[],
  { signal, log }: RequestContext,
): Promise<[string, LookUpResult][]> {
  if (!directory) {
    throw new ApiProblem('E-DIRECTORY-UNAVAILABLE', { message: 'No FHIR directory is set up for this installation.' });
  }
  const byOid = await lookUp(directory, oids, signal);
  // The caller has disconnected: no import is better than a part of one that is not reported.
  if (signal.aborted) throw new ApiProblem('E-DIRECTORY-UNAVAILABLE');
  const results = oids.flatMap((oid): [string, LookUpResult][] => {
    const result = byOid.get(oid);
    return result ? [[oid, result]] : [];
  });
  const failures = results.flatMap(([oid, result]) => (result.kind === 'failed' ? [{ oid, ...result }] : []));
  if (failures.length > 0)
    log.warn(
      { failed: failures.length, reasons: [...new Set(failures.map(({ reason }) => reason))].slice(0, 5) },
      'OIDs could not be imported',
    );
  const isDown = failures.length === results.length && failures.some(({ isOutage }) => isOutage);
  if (isDown) {
    const modelState = { oids: failures.map(({ oid, reason }) => `${oid}: ${reason}`) };
    throw new ApiProblem('E-DIRECTORY-UNAVAILABLE', { modelState });
  }
  return results;
}

const planned = ({ result, before }: Step): ImportResult => ({ ...result, entryId: before?.id ?? null });

async function write(tx: Transaction, owner: Owner, steps: readonly Step[]): Promise<ImportResult[]> {
  const importedAt = new Date();
  const results: ImportResult[] = [];
  for (const { result, before, write: change } of steps) {
    const id = before?.id ?? (change ? newId() : null);
    results.push({ ...result, entryId: id });
    if (!change || id === null) continue;
    const snapshot = { imported: change.imported, importedAt };
    if (!before) await insertEntry(tx, { id, organizationId: owner.id, fields: change.fields, snapshot });
    else if (result.outcome === 'updated') await updateEntry(tx, id, change.fields, snapshot);
    else await keepSnapshot(tx, id, snapshot);
  }
  return results;
}

/** One row for the import, with the outcome of every OID. */
const auditImport = (
  tx: Transaction,
  context: RequestContext,
  { owner, results }: { readonly owner: Owner; readonly results: readonly ImportResult[] },
): Promise<void> =>
  audit(tx, context, {
    action: 'carequality.importEntries',
    targetType: 'organization',
    targetId: owner.id,
    changes: Object.assign(
      {},
      ...results.map(({ oid, outcome, changes }) => ({
        [`directory entry ${oid}.import`]: { before: null, after: outcome },
        ...auditedChanges(
          oid,
          changes.map(({ field, before, after }) => ({ field, before: before ?? null, after: after ?? null })),
        ),
      })),
    ),
  });
