import { z } from 'zod';
import { identityProofStatuses, legacyIdentityLimits } from '../rules/identityProofing.ts';
import { acknowledgedSteps, legacySteps } from '../rules/legacyProofing.ts';
import { endpoint } from './endpoint.ts';
import { optionalText, requiredText } from './texts.ts';

const access = ['Administrator'] as const;
const invalidates = ['/api/users/profiledata'] as const;
const beyondSpec = 'The legacy flow has calls for identity and quiz; spec 2 section 7 does not show them.';

/** Where the caller is in the legacy flow after a call. */
const progress = z.object({
  idProofProcessStatus: z.enum(identityProofStatuses),
  legacyStep: z.enum(legacySteps),
});

const address = z.strictObject({
  addressLine: requiredText(legacyIdentityLimits.addressLine),
  addressUnit: optionalText(legacyIdentityLimits.addressUnit),
  city: requiredText(255),
  state: requiredText(2),
  zip: requiredText(legacyIdentityLimits.zip),
});

/** A question with its choices (spec 2 section 3). */
const question = z.object({
  questionId: z.string(),
  questionText: z.string(),
  answerChoice: z.array(z.object({ value: z.string(), selected: z.boolean() })),
});
export type LegacyQuestion = z.output<typeof question>;

/** The questions of a quiz; the server also stores them in this form. */
export const questions = z.array(question);

const quiz = z.object({ quizId: z.string(), expiresAt: z.iso.datetime(), questions });
export type LegacyQuiz = z.output<typeof quiz>;

/** Longest text of a question or a choice, in characters. */
export const quizTextMax = 500;

/** Identity proofing by questions about the past of a person, which the legacy flow uses (spec 2 sections 2 to 5). */
export const legacyproofing = {
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/idproofing/legacy/acknowledge',
    summary: 'Acknowledge a step that is only read: welcome, intro or terms',
    access,
    body: z.strictObject({ step: z.enum(acknowledgedSteps) }),
    response: { kind: 'json', schema: progress },
    errors: ['E-PROOFING-TERMS', 'E-PROOFING-STEP'],
    invalidates,
    beyondSpec,
  }),
  identity: endpoint({
    method: 'POST',
    path: '/api/idproofing/legacy/identity',
    summary:
      'Submit an identity, from which the provider makes questions; its social security number is stored nowhere',
    access,
    body: z.strictObject({
      firstName: requiredText(legacyIdentityLimits.firstName),
      lastName: requiredText(legacyIdentityLimits.lastName),
      dateOfBirth: z.iso.date(),
      ssn: optionalText(11),
      phoneNumber: optionalText(30),
      currentAddress: address,
      formerAddress: address.nullable().optional(),
    }),
    response: { kind: 'json', schema: progress },
    errors: [
      'E-PROOFING-TERMS',
      'E-PROOFING-STEP',
      'E-PROOFING-QUESTIONS-OFF',
      'E-PROOFING-UNAVAILABLE',
      'E-PROOFING-INVALID',
    ],
    invalidates,
    beyondSpec,
  }),
  quiz: endpoint({
    method: 'GET',
    path: '/api/idproofing/legacy/quiz',
    summary: 'The questions that wait for the answers of the caller',
    access,
    audited: true,
    response: { kind: 'json', schema: quiz },
    errors: ['E-NOT-FOUND'],
    beyondSpec,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/idproofing/legacy/quiz',
    summary: 'Answer all questions of a quiz, once; another quiz may follow',
    access,
    body: z.strictObject({
      quizId: requiredText(200),
      answers: z
        .array(z.strictObject({ questionId: requiredText(200), value: requiredText(quizTextMax) }))
        .min(1)
        .max(20),
    }),
    response: { kind: 'json', schema: progress },
    errors: [
      'E-NOT-FOUND',
      'E-PROOFING-TERMS',
      'E-PROOFING-STEP',
      'E-PROOFING-QUESTIONS-OFF',
      'E-PROOFING-UNAVAILABLE',
      'E-PROOFING-INVALID',
      'E-PROOFING-QUIZ-EXPIRED',
    ],
    invalidates,
    beyondSpec,
  }),
};
