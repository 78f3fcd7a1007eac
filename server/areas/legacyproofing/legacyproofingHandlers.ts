import type { legacyproofing } from '../../../shared/contract/legacyproofing.ts';
import { dayOf } from '../../../shared/rules/dates.ts';
import type { IdentityProofStatus } from '../../../shared/rules/identityProofing.ts';
import {
  identityAttemptsMax,
  legacyIdentityProblems,
  legacySteps,
  type LegacyStep,
  stepAfter,
} from '../../../shared/rules/legacyProofing.ts';
import { audit } from '../../database/audit.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import type { KnowledgeQuiz, KnowledgeResult } from '../../proofing/knowledge/knowledge.ts';
import { lockOrganization, setUserProofing, updateProofing } from '../../proofing/organizationProofing.ts';
import { type ProofingCaller, proofingCallerOf, refuseWithoutTerms } from '../../proofing/proofingCaller.ts';
import { withProvider } from '../../proofing/withProvider.ts';
import { dropQuiz, findProgress, findQuiz, replaceQuiz, saveProgress } from './legacyproofingStore.ts';

const off = 'E-PROOFING-QUESTIONS-OFF';
/** What a decision of the provider makes of the organization (spec 2 section 3). */
const statuses = { passed: 'Proofed_By_Equifax', failed: 'Awaiting_Proof_Upload' } as const;

/** The legacy flow of onboarding, up to its decision (spec 2 sections 2 to 5). */
export const legacyproofingHandlers = ({ database, knowledge, secrets }: Services): Handlers<typeof legacyproofing> => {
  /** The next quiz, or the decision. */
  const take = async (
    tx: Transaction,
    result: KnowledgeResult,
    caller: ProofingCaller,
    { context, name }: { readonly context: RequestContext; readonly name: 'identity' | 'answer' },
  ) => {
    const { organizationId, userId } = caller;
    if (result.outcome === 'quiz') {
      await replaceQuiz(tx, secrets, caller, result.quiz);
      const after = `${result.quiz.questions.length} questions`;
      await auditStep(tx, context, name, { quiz: { before: null, after } });
      return progress('Not_Id_Proofed', 'quiz');
    }
    const after = statuses[result.outcome];
    await dropQuiz(tx, organizationId);
    await updateProofing(tx, organizationId, { idProofStatus: after });
    if (result.outcome === 'passed') await setUserProofing(tx, userId, after);
    await auditStep(tx, context, name, { idProofStatus: { before: 'Not_Id_Proofed', after } });
    return progress(after, 'identity');
  };

  return {
    acknowledge: ({ body: { step } }, context) =>
      inTransaction(database, async (tx) => {
        const { organizationId, userId } = await lockStep(tx, context);
        const { step: current } = await findProgress(tx, organizationId);
        // Two administrators may read at the same time: the second one has nothing left to change.
        if (isBefore(step, current)) {
          await auditStep(tx, context, 'acknowledge', {});
          const quiz = await openQuiz(tx, secrets, { organizationId, userId });
          return progress('Not_Id_Proofed', quiz ? 'quiz' : current);
        }
        if (step !== current) throw new ApiProblem('E-PROOFING-STEP');
        const next = stepAfter(step);
        if (next !== 'quiz') await saveProgress(tx, organizationId, { step: next });
        await auditStep(tx, context, 'acknowledge', { [step]: { before: null, after: 'acknowledged' } });
        return progress('Not_Id_Proofed', next);
      }),

    identity: ({ body: identity }, context) =>
      inTransaction(database, async (tx) => {
        const caller = await lockStep(tx, context);
        const { organizationId } = caller;
        const { step, attempts } = await findProgress(tx, organizationId);
        // Two submits of one form: the first one has brought the questions.
        if (step !== 'identity' || (await openQuiz(tx, secrets, caller))) throw new ApiProblem('E-PROOFING-STEP');
        const modelState = legacyIdentityProblems(identity, dayOf(new Date()));
        if (Object.keys(modelState).length > 0) throw new ApiProblem('E-REQUEST-INVALID', { modelState });
        if (attempts >= identityAttemptsMax)
          return take(tx, { outcome: 'failed' }, caller, { context, name: 'identity' });
        const result = await withProvider(knowledge, off, (provider, signal) => provider.begin(identity, signal));
        await saveProgress(tx, organizationId, { attempts: attempts + 1 });
        await updateProofing(tx, organizationId, { idProofAttemptAt: new Date() });
        return take(tx, result, caller, { context, name: 'identity' });
      }),

    quiz: async (_input, context) => {
      const quiz = await openQuiz(database.db, secrets, proofingCallerOf(context));
      if (!quiz) throw new ApiProblem('E-NOT-FOUND');
      const { id: quizId, questions, expiresAt } = quiz;
      return { quizId, expiresAt: expiresAt.toISOString(), questions: [...questions] };
    },

    answer: ({ body: { quizId, answers } }, context) =>
      inTransaction(database, async (tx) => {
        // The flow may have changed: questions that wait are still answered.
        const caller = await lockOpen(tx, context);
        const quiz = await findQuiz(tx, secrets, caller);
        if (quiz?.id !== quizId) throw new ApiProblem('E-NOT-FOUND');
        if (quiz.expiresAt <= new Date()) throw new ApiProblem('E-PROOFING-QUIZ-EXPIRED');
        refuseIncomplete(quiz.questions, answers);
        const result = await withProvider(knowledge, off, (provider, signal) =>
          provider.answer(quizId, answers, signal),
        );
        return take(tx, result, caller, { context, name: 'answer' });
      }),
  };
};

const progress = (idProofProcessStatus: IdentityProofStatus, legacyStep: LegacyStep) => ({
  idProofProcessStatus,
  legacyStep,
});

const isBefore = (step: LegacyStep, other: LegacyStep): boolean =>
  legacySteps.indexOf(step) < legacySteps.indexOf(other);

/** Holds the organization, which has accepted its terms and has no decision yet. */
async function lockOpen(tx: Transaction, context: RequestContext) {
  const caller = proofingCallerOf(context);
  const organization = await lockOrganization(tx, caller.organizationId);
  await refuseWithoutTerms(tx, caller);
  if (organization?.idProofStatus !== 'Not_Id_Proofed') throw new ApiProblem('E-PROOFING-STEP');
  return { ...caller, flow: organization.flow };
}

/** The same with the legacy flow. */
async function lockStep(tx: Transaction, context: RequestContext): Promise<ProofingCaller> {
  const { flow, ...caller } = await lockOpen(tx, context);
  if (flow !== 'legacy') throw new ApiProblem('E-PROOFING-STEP');
  return caller;
}

async function openQuiz(...input: Parameters<typeof findQuiz>) {
  const quiz = await findQuiz(...input);
  return quiz && quiz.expiresAt > new Date() ? quiz : undefined;
}

/** Each question has one of its choices, once. */
function refuseIncomplete(
  questions: KnowledgeQuiz['questions'],
  answers: readonly { readonly questionId: string; readonly value: string }[],
): void {
  const isComplete =
    answers.length === questions.length &&
    questions.every(({ questionId, answerChoice }) =>
      answers.some(
        (answer) => answer.questionId === questionId && answerChoice.some(({ value }) => value === answer.value),
      ),
    );
  if (!isComplete)
    throw new ApiProblem('E-REQUEST-INVALID', { modelState: { answers: ['must have one choice for each question'] } });
}

const auditStep = (
  tx: Transaction,
  context: RequestContext,
  name: 'acknowledge' | 'identity' | 'answer',
  changes: Parameters<typeof audit>[2]['changes'],
) =>
  audit(tx, context, {
    action: `legacyproofing.${name}`,
    targetType: 'organization',
    targetId: context.actor.organizationId ?? '',
    changes,
  });
