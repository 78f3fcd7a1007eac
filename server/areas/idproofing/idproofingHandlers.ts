import { randomBytes } from 'node:crypto';
import type { idproofing } from '../../../shared/contract/idproofing.ts';
import {
  type IdentityProofStatus,
  initiationMinutes,
  type InitiationStatus,
  verificationSessionHours,
} from '../../../shared/rules/identityProofing.ts';
import { audit } from '../../database/audit.ts';
import { newId } from '../../database/newId.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { identityDocumentType } from '../../documents/identityDocument.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import {
  endInitiations,
  findInitiation,
  findLatestInitiation,
  type Initiation,
  lockInitiation,
  insertInitiation,
  stateHashOf,
} from '../../proofing/initiationStore.ts';
import { lockOrganization, setUserProofing, updateProofing } from '../../proofing/organizationProofing.ts';
import {
  type ProofingCaller,
  proofingCallerOf as callerOf,
  refuseWithoutTerms,
} from '../../proofing/proofingCaller.ts';
import { withProvider } from '../../proofing/withProvider.ts';
import { dropSession, findSession, openPerson, replaceSession } from './idproofingStore.ts';
import { reviewHandlers } from './reviewHandlers.ts';
import { findRefusal, insertReview } from './reviewStore.ts';

/** States from which a verification at the provider can start: a user who sees wrong data starts it again. */
const canVerify: readonly IdentityProofStatus[] = ['Not_Id_Proofed', 'Awaiting_User_Clear_Data_Confirmation'];

const secret = () => randomBytes(32).toString('base64url');

/** Identity proofing (spec 2 sections 4 and 7). */
export const idproofingHandlers = (services: Services): Handlers<typeof idproofing> => {
  const { database, proofing, secrets, identityDocuments } = services;
  return {
    initiate: async ({ body: { mode } = { mode: 'popup' } }, context) => {
      const caller = callerOf(context);
      const bound = { state: secret(), nonce: secret(), codeVerifier: secret() };
      const authUrl = await withProvider(proofing, 'E-PROOFING-OFF', (provider, signal) =>
        provider.authUrl(bound, signal),
      );
      return inTransaction(database, async (tx) => {
        const organization = await lockOrganization(tx, caller.organizationId);
        await refuseWithoutTerms(tx, caller);
        if (organization?.flow !== 'standard') throw new ApiProblem('E-PROOFING-STEP');
        const status = inStep(organization, canVerify);
        const id = newId();
        const now = new Date();
        const expiresAt = new Date(now.getTime() + initiationMinutes * 60_000);
        const { state, ...stored } = bound;
        await insertInitiation(tx, { id, ...caller, ...stored, mode, stateHash: stateHashOf(state), expiresAt });
        await updateProofing(tx, caller.organizationId, { idProofAttemptAt: now });
        const changes = { verification: { before: null, after: `${mode}, from ${status}` } };
        await auditStep(tx, context, 'initiate', caller, changes);
        return { id, authUrl, expiresAt: expiresAt.toISOString() };
      });
    },

    initiation: async ({ params: { id } }, context) => {
      const found =
        id === 'latest'
          ? await findLatestInitiation(database.db, callerOf(context))
          : await findInitiation(database.db, id);
      const initiation = ownInitiation(found, context);
      return { id: initiation.id, status: statusOf(initiation), expiresAt: initiation.expiresAt.toISOString() };
    },

    validate: ({ body: { id } }, context) =>
      inTransaction(database, async (tx) => {
        const caller = callerOf(context);
        // The organization first, as everywhere: two locks in two orders would wait for each other.
        const organization = await lockOrganization(tx, caller.organizationId);
        const initiation = ownInitiation(await lockInitiation(tx, id), context);
        const status = statusOf(initiation);
        const { code, nonce, codeVerifier } = initiation;
        if (status !== 'Returned' || code === null)
          throw new ApiProblem(problems[status === 'Returned' ? 'Canceled' : status]);
        const before = inStep(organization, canVerify);
        const result = await withProvider(proofing, 'E-PROOFING-OFF', (provider, signal) =>
          provider.result(code, { nonce, codeVerifier }, signal),
        );
        await endInitiations(tx, initiation);
        if (result.isVerified) {
          const expiresAt = new Date(Date.now() + verificationSessionHours * 3_600_000);
          await replaceSession(tx, secrets, { ...caller, person: result.person, expiresAt });
        } else await dropSession(tx, caller.organizationId);
        const after = result.isVerified ? 'Awaiting_User_Clear_Data_Confirmation' : 'Awaiting_Proof_Upload';
        await updateProofing(tx, caller.organizationId, { idProofStatus: after });
        // A second verification of the same person leaves the status as it is.
        await auditStep(tx, context, 'validate', caller, { idProofStatus: { before, after } });
        return { idProofProcessStatus: after };
      }),

    verificationSession: async (_input, context) => {
      const session = await findSession(database.db, callerOf(context));
      if (!session) throw new ApiProblem('E-NOT-FOUND');
      return { id: session.id, user: await openPerson(secrets, session) };
    },

    confirm: ({ body }, context) =>
      inTransaction(database, async (tx) => {
        const caller = callerOf(context);
        const organization = await lockOrganization(tx, caller.organizationId);
        const session = await findSession(tx, caller);
        if (!session || (body && body.sessionId !== session.id)) throw new ApiProblem('E-NOT-FOUND');
        const before = inStep(organization, ['Awaiting_User_Clear_Data_Confirmation']);
        const after = 'Proofed_By_Clear';
        await dropSession(tx, caller.organizationId);
        await updateProofing(tx, caller.organizationId, { idProofStatus: after });
        await setUserProofing(tx, caller.userId, after);
        const changes = { idProofStatus: { before, after }, session: { before: session.id, after: null } };
        await auditStep(tx, context, 'confirm', caller, changes);
        return { idProofProcessStatus: after };
      }),

    manual: async ({ file }, context) => {
      const caller = callerOf(context);
      const mediaType = await identityDocumentType(file);
      return inTransaction(database, async (tx) => {
        const before = await lockStep(tx, caller.organizationId, ['Awaiting_Proof_Upload']);
        const after = 'Awaiting_Manual_Proofing';
        const content = identityDocuments.seal(caller.userId, file.bytes);
        const size = file.bytes.length;
        await insertReview(tx, { id: newId(), ...caller, fileName: file.name, mediaType, size, content });
        await updateProofing(tx, caller.organizationId, { idProofStatus: after });
        const document = { before: null, after: `${mediaType}, ${size} bytes` };
        await auditStep(tx, context, 'manual', caller, { idProofStatus: { before, after }, document });
        return { idProofProcessStatus: after };
      });
    },

    refusal: async (_input, context) => {
      const refused = await findRefusal(database.db, callerOf(context));
      return { reason: refused?.reason ?? null, decidedAt: refused?.decidedAt?.toISOString() ?? null };
    },

    ...reviewHandlers(services),
  };
};

const problems = {
  Waiting: 'E-PROOFING-PENDING',
  Canceled: 'E-PROOFING-CANCELED',
  Used: 'E-PROOFING-USED',
  Expired: 'E-PROOFING-EXPIRED',
} as const satisfies Partial<Record<InitiationStatus, string>>;

function statusOf({ usedAt, returnedAt, code, expiresAt }: Initiation): InitiationStatus {
  if (usedAt !== null) return 'Used';
  if (expiresAt <= new Date()) return 'Expired';
  if (returnedAt === null) return 'Waiting';
  return code === null ? 'Canceled' : 'Returned';
}

/** Verifications of other people and for other organizations do not exist. */
function ownInitiation(initiation: Initiation | undefined, context: RequestContext): Initiation {
  const { organizationId, userId } = callerOf(context);
  if (initiation?.userId !== userId || initiation.organizationId !== organizationId)
    throw new ApiProblem('E-NOT-FOUND');
  return initiation;
}

const inStep = (
  organization: Awaited<ReturnType<typeof lockOrganization>>,
  expected: readonly IdentityProofStatus[],
): IdentityProofStatus => {
  if (!organization || !expected.includes(organization.idProofStatus)) throw new ApiProblem('E-PROOFING-STEP');
  return organization.idProofStatus;
};

const lockStep = async (tx: Transaction, id: string, expected: readonly IdentityProofStatus[]) =>
  inStep(await lockOrganization(tx, id), expected);

const auditStep = (
  tx: Transaction,
  context: RequestContext,
  name: 'initiate' | 'validate' | 'confirm' | 'manual',
  { organizationId }: ProofingCaller,
  changes: Parameters<typeof audit>[2]['changes'],
) =>
  audit(tx, context, { action: `idproofing.${name}`, targetType: 'organization', targetId: organizationId, changes });
