import type { users } from '../../../shared/contract/users.ts';
import { audit } from '../../database/audit.ts';
import { addMember, removeMember } from '../../database/memberships.ts';
import { changesBetween } from '../../database/namedRecords.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { identityDocumentType } from '../../documents/identityDocument.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import { endProofing } from '../../people/endProofing.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { saveIdProof } from '../../database/idProofs.ts';
import { queueOutbound } from '../../jobs/outbound.ts';
import { lockPresentUser } from '../../people/userChanges.ts';
import { updateUser } from '../../people/userStore.ts';
import { contactPage } from './userListStore.ts';
import { readUser } from './userRecordHandlers.ts';
import { assignmentsOf, dropIdProof, findIdProof } from './userRecordStore.ts';

type PartsHandlers = Pick<
  Handlers<typeof users>,
  'uploadIdProof' | 'idProof' | 'resetIdProof' | 'sync' | 'assign' | 'unassign' | 'organizations' | 'contacts'
>;

/** Identity document, organizations and sync of users (spec 1 section 7, spec 2 section 7). */
export const userPartsHandlers = ({ database, identityDocuments }: Services): PartsHandlers => ({
  uploadIdProof: async ({ body: { id }, file }, context) => {
    const mediaType = await identityDocumentType(file);
    return inTransaction(database, async (tx) => {
      const user = await lockPresentUser(tx, id);
      const content = identityDocuments.seal(id, file.bytes);
      await saveIdProof(tx, { userId: id, fileName: file.name, mediaType, content, uploadedBy: context.actor.name });
      const status = { idProofStatus: 'Proofed_Manually' };
      await updateUser(tx, id, status);
      const document = `${mediaType}, ${file.bytes.length} bytes`;
      const changes = changesBetween({ idProofStatus: user.idProofStatus }, { ...status, document });
      await audit(tx, context, { action: 'users.uploadIdProof', targetType: 'user', targetId: id, changes });
      return readUser(tx, id);
    });
  },

  idProof: async ({ params }) => {
    const proof = await findIdProof(database.db, params.id);
    if (!proof) throw new ApiProblem('E-NOT-FOUND');
    return { ...proof, bytes: identityDocuments.open(params.id, proof.bytes) };
  },

  resetIdProof: ({ params: { id } }, context) =>
    inTransaction(database, async (tx) => {
      const user = await lockPresentUser(tx, id);
      const status = { idProofStatus: 'Not_Id_Proofed' };
      await dropIdProof(tx, id);
      const changes = changesBetween({ idProofStatus: user.idProofStatus }, status);
      if (Object.keys(changes).length > 0) await updateUser(tx, id, status);
      await audit(tx, context, { action: 'users.resetIdProof', targetType: 'user', targetId: id, changes });
      return readUser(tx, id);
    }),

  sync: ({ params: { id } }, context) =>
    inTransaction(database, async (tx) => {
      await lockPresentUser(tx, id);
      const job = await queueOutbound(tx, 'user.sync', id);
      const changes = { 'customer-messaging sync.job': { before: null, after: job.jobId } };
      await audit(tx, context, { action: 'users.sync', targetType: 'user', targetId: id, changes });
      return job;
    }),

  assign: ({ body }, context) =>
    inTransaction(database, async (tx) => {
      const { userId, organizationId, isAdministrator, worksAgain } = body;
      await addMember(tx, body);
      await audit(tx, context, {
        action: 'users.assign',
        targetType: 'user',
        targetId: userId,
        changes: changesBetween({}, { organizationId, isAdministrator, ...(worksAgain && { worksAgain }) }),
      });
      return assignmentIn(tx, userId, organizationId);
    }),

  unassign: ({ body }, context) =>
    inTransaction(database, async (tx) => {
      const { userId, organizationId } = body;
      const { isAdministrator } = await removeMember(tx, body);
      const reviews = await endProofing(tx, body, context.actor.name);
      await audit(tx, context, {
        action: 'users.unassign',
        targetType: 'user',
        targetId: userId,
        changes: {
          organizationId: { before: organizationId, after: null },
          isAdministrator: { before: isAdministrator, after: null },
          ...reviews,
        },
      });
      return undefined;
    }),

  organizations: async ({ params: { id } }) => {
    await readUser(database.db, id);
    return { items: await assignmentsOf(database.db, id) };
  },

  contacts: ({ query }) => contactPage(database, query),
});

async function assignmentIn(tx: Transaction, userId: string, organizationId: string) {
  const assignment = (await assignmentsOf(tx, userId)).find(({ id }) => id === organizationId);
  if (!assignment) throw new ApiProblem('E-NOT-FOUND');
  return assignment;
}
