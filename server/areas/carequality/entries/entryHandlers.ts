import { carequality, type DirectoryEntryWrite } from '../../../../shared/contract/carequality.ts';
import { plainOid } from '../../../../shared/rules/carequality.ts';
import { directoryEntryProblems } from '../../../../shared/rules/directoryEntry.ts';
import { defaultCountry } from '../../../../shared/rules/states.ts';
import { audit } from '../../../database/audit.ts';
import { newId } from '../../../database/newId.ts';
import { violatedConstraint } from '../../../database/sqlState.ts';
import { inTransaction, type Transaction } from '../../../database/transaction.ts';
import type { Services } from '../../../http/areaEntry.ts';
import type { RequestContext } from '../../../http/context.ts';
import { refuseServerSetChanges } from '../../../http/serverSetFields.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import { checkVersion } from '../../../http/versionCheck.ts';
import { findOwner, holdOwner, type Owner } from '../ownerStore.ts';
import { auditedChanges, changesOf, type EntryFields, type StoredEntry, toDirectoryEntry } from './entryFields.ts';
import { entriesOf, findEntry, insertEntry, updateEntry } from './entryStore.ts';

type EntryHandlers = Pick<Handlers<typeof carequality>, 'entries' | 'upsertEntry'>;

function refuseProblems(body: DirectoryEntryWrite, before: EntryFields | undefined): void {
  const modelState = directoryEntryProblems({ country: defaultCountry, ...before, ...body }, before);
  if (Object.keys(modelState).length > 0) throw new ApiProblem('E-REQUEST-INVALID', { modelState });
}

const plain = (value: string | null): string | null => (value === null ? null : plainOid(value));

/** The entry after the change. Fields left out stay as they are; callers cannot set the purposes of use. */
function fieldsAfter(body: DirectoryEntryWrite, before: EntryFields | undefined, owner: Owner): EntryFields {
  const firstDefined = <T>(value: T | undefined, former: T | undefined, fallback: T): T => value ?? former ?? fallback;
  const optional = (value: string | null | undefined, former: string | null | undefined): string | null =>
    value === undefined ? (former ?? null) : value;
  return {
    responderType: firstDefined(body.responderType, before?.responderType, 'DirectResponder'),
    organizationId: plainOid(firstDefined(body.organizationId, before?.organizationId, '')),
    homeCommunityId: plain(optional(body.homeCommunityId, before?.homeCommunityId)),
    displayName: firstDefined(body.displayName, before?.displayName, ''),
    legalName: optional(body.legalName, before?.legalName),
    otherNames: firstDefined(body.otherNames, before?.otherNames, []),
    parentOrgId: plain(optional(body.parentOrgId, before?.parentOrgId)),
    purposeOfUseCodes: before?.purposeOfUseCodes ?? [...owner.purposeOfUseCodes],
    address: firstDefined(body.address, before?.address, ''),
    city: firstDefined(body.city, before?.city, ''),
    state: firstDefined(body.state, before?.state, ''),
    zipCode: firstDefined(body.zipCode, before?.zipCode, ''),
    country: firstDefined(body.country, before?.country, defaultCountry),
    isActive: firstDefined(body.isActive, before?.isActive, true),
  };
}

const named = (error: unknown): never => {
  throw violatedConstraint(error) === 'directory_entries_oid'
    ? new ApiProblem('E-DIRECTORY-OID-TAKEN', { cause: error })
    : error;
};

export const entryHandlers = ({ database }: Services): EntryHandlers => ({
  entries: async ({ params }) => {
    const items = await entriesOf(database.db, params.id);
    if (items.length === 0 && !(await findOwner(database.db, params.id))) throw new ApiProblem('E-NOT-FOUND');
    return { items: items.map(toDirectoryEntry) };
  },

  upsertEntry: ({ params, body }, context) =>
    inTransaction(database, async (tx) => {
      if (body.id === undefined) refuseProblems(body, undefined);
      const owner = await holdOwner(tx, params.id);
      if (!owner) throw new ApiProblem('E-NOT-FOUND');
      const before = body.id === undefined ? undefined : await findEntry(tx, owner.id, body.id);
      if (body.id !== undefined && !before) throw new ApiProblem('E-NOT-FOUND');
      if (before) refuseProblems(body, before.fields);
      const id = await write(tx, context, { owner, before, body });
      const after = await findEntry(tx, owner.id, id);
      if (!after) throw new Error('The directory entry was not written.');
      return toDirectoryEntry(after);
    }).catch(named),
});

interface Upsert {
  readonly owner: Owner;
  readonly before: StoredEntry | undefined;
  readonly body: DirectoryEntryWrite;
}

async function write(tx: Transaction, context: RequestContext, { owner, before, body }: Upsert): Promise<string> {
  // Nothing that is yet to be added can have the version the caller names.
  if (!before && context.ifMatch !== undefined) throw new ApiProblem('E-PRECONDITION-FAILED');
  const versionChecked = before && checkVersion(before.version, context, body.version);
  if (before) await refuseServerSetChanges(carequality.upsertEntry, body, () => toDirectoryEntry(before));
  const fields = fieldsAfter(body, before?.fields, owner);
  const becomesActive = fields.isActive && before?.fields.isActive !== true;
  if (!owner.isParticipating && (!before || becomesActive)) throw new ApiProblem('E-CAREQUALITY-OFF');
  const changes = changesOf(before?.fields, fields);
  const id = before?.id ?? newId();
  if (!before) await insertEntry(tx, { id, organizationId: owner.id, fields });
  else if (changes.length > 0) await updateEntry(tx, id, fields);
  await audit(tx, context, {
    action: 'carequality.upsertEntry',
    targetType: 'organization',
    targetId: owner.id,
    changes: auditedChanges(before?.fields.organizationId ?? fields.organizationId, changes),
    ...(versionChecked === undefined ? {} : { versionChecked }),
  });
  return id;
}
