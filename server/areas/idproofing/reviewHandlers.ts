import type { idproofing } from '../../../shared/contract/idproofing.ts';
import { activationTakes } from '../../../shared/rules/onboarding.ts';
import { audit } from '../../database/audit.ts';
import { saveIdProof } from '../../database/idProofs.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { addMail, oneLine } from '../../mail/addMail.ts';
import { lockOrganization, setUserProofing, updateProofing } from '../../proofing/organizationProofing.ts';
import { findOnboarding } from './idproofingStore.ts';
import { findDocument, findRecipient, findReview, lockReview, reviewPage, updateReview } from './reviewStore.ts';

type ReviewHandlers = Pick<
  Handlers<typeof idproofing>,
  'reviews' | 'review' | 'document' | 'approve' | 'refuse' | 'organization'
>;

const existing = <T>(value: T | undefined): T => {
  if (value === undefined) throw new ApiProblem('E-NOT-FOUND');
  return value;
};

/** The queue of documents that platform staff reviews. */
export const reviewHandlers = ({ database, config, identityDocuments }: Services): ReviewHandlers => {
  /** One decision: the document, the organization and the mail to the person change together. */
  const decide = (id: string, context: RequestContext, decision: Decision) =>
    inTransaction(database, async (tx) => {
      const { organizationId } = existing(await findReview(tx, id));
      const organization = existing(await lockOrganization(tx, organizationId));
      const review = existing(await lockReview(tx, id));
      if (review.status !== 'Pending') throw new ApiProblem('E-PROOFING-DECIDED');
      await decision.apply(tx, review);
      const { status, idProofStatus: after, reason = null } = decision;
      const decided = { status, reason, content: null, decidedAt: new Date(), decidedBy: context.actor.name };
      await updateReview(tx, id, decided);
      const before = organization.idProofStatus;
      // Meanwhile another way may have confirmed the identity.
      const isOpen = before === 'Awaiting_Manual_Proofing';
      if (isOpen) await updateProofing(tx, organizationId, { idProofStatus: after });
      const person = await findRecipient(tx, review.userId);
      if (person && person.deletedAt === null)
        await addMail(tx, config, {
          recipient: person.userName,
          subject: oneLine(decision.subject),
          body: [`Hello ${person.firstName},`, ...decision.lines(organization.name, config.publicUrl)].join('\n\n'),
          organizationId,
        });
      await audit(tx, reason === null ? context : { ...context, actor: context.actor, reason }, {
        action: `idproofing.${decision.name}`,
        targetType: 'organization',
        targetId: organizationId,
        changes: {
          ...(isOpen ? { idProofStatus: { before, after } } : {}),
          [`review ${id}`]: { before: 'Pending', after: status },
        },
      });
      return readReview(tx, id);
    });

  return {
    reviews: ({ query }) => reviewPage(database, query),
    review: ({ params: { id } }) => readReview(database.db, id),
    document: async ({ params: { id } }) => {
      const { userId, bytes, ...named } = existing(await findDocument(database.db, id));
      return { ...named, bytes: identityDocuments.open(userId, bytes) };
    },
    organization: async ({ params: { id } }) => existing(await findOnboarding(database.db, id)),

    approve: ({ params: { id } }, context) =>
      decide(id, context, {
        name: 'approve',
        status: 'Approved',
        idProofStatus: 'Proofed_Manually',
        subject: 'Your identity is verified',
        lines: (name) => [
          `your identity document for ${name} was approved.`,
          `The activation of the organization takes ${activationTakes}. You receive another mail when it is done.`,
        ],
        apply: async (tx, { userId, fileName, mediaType, content }) => {
          // It is kept as the identity document of the user, whose page shows and deletes it.
          if (content) await saveIdProof(tx, { userId, fileName, mediaType, content, uploadedBy: context.actor.name });
          await setUserProofing(tx, userId, 'Proofed_Manually');
        },
      }),

    refuse: ({ params: { id }, body: { reason } }, context) =>
      decide(id, context, {
        name: 'refuse',
        status: 'Refused',
        idProofStatus: 'Awaiting_Proof_Upload',
        reason,
        subject: 'Your identity document was not accepted',
        lines: (name, address) => [
          `your identity document for ${name} was not accepted: ${reason}`,
          `Sign in and send another one: ${address}`,
        ],
        apply: () => Promise.resolve(),
      }),
  };
};

interface Decision {
  readonly name: 'approve' | 'refuse';
  readonly status: 'Approved' | 'Refused';
  readonly idProofStatus: 'Proofed_Manually' | 'Awaiting_Proof_Upload';
  readonly reason?: string;
  readonly subject: string;
  readonly lines: (organizationName: string, address: string) => readonly string[];
  readonly apply: (tx: Transaction, review: NonNullable<Awaited<ReturnType<typeof lockReview>>>) => Promise<void>;
}

const readReview = async (db: Drizzle, id: string) => existing(await findReview(db, id));
