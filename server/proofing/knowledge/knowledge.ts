import type { LegacyQuestion } from '../../../shared/contract/legacyproofing.ts';
import type { LegacyIdentity } from '../../../shared/rules/legacyProofing.ts';

export interface KnowledgeQuiz {
  readonly id: string;
  readonly expiresAt: Date;
  readonly questions: readonly LegacyQuestion[];
}

/** What a provider says of an identity or of answers. */
export type KnowledgeResult =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'failed' }
  | { readonly outcome: 'quiz'; readonly quiz: KnowledgeQuiz };

export interface KnowledgeAnswer {
  readonly questionId: string;
  readonly value: string;
}

/** The provider that proofs identities by questions. Every call ends within the time of `signal` and rejects with ProofingFailure. */
export interface Knowledge {
  begin(identity: LegacyIdentity, signal: AbortSignal): Promise<KnowledgeResult>;
  answer(quizId: string, answers: readonly KnowledgeAnswer[], signal: AbortSignal): Promise<KnowledgeResult>;
}
