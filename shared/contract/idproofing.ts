import { z } from 'zod';
import {
  identityProofStatuses,
  initiationStatuses,
  proofingModes,
  proofReviewStatuses,
} from '../rules/identityProofing.ts';
import { onboardingFlows } from '../rules/legacyProofing.ts';
import { onboardingSteps } from '../rules/onboarding.ts';
import { idProofMediaTypes, idProofTypes } from '../rules/user.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { pageNumber, pageOf, pageSize, search } from './paging.ts';
import { requiredText } from './texts.ts';
import { manualProofMaxBytes } from './uploadSizes.ts';

const administrators = ['Administrator'] as const;
const reviewers = ['SysAdmin'] as const;
const dropsProfile = ['/api/users/profiledata'] as const;
const when = z.iso.datetime();

/** Where the proofing of the own organization stands after a call. */
const progress = z.object({ idProofProcessStatus: z.enum(identityProofStatuses) });

/** What the identity provider returned about the person, until the person confirms it (spec 2 section 3). */
const verificationSession = z.object({
  id,
  user: z.object({ firstName: z.string(), lastName: z.string(), dateOfBirth: z.iso.date() }),
});

const proofReviewItem = z.object({
  id,
  status: z.enum(proofReviewStatuses),
  organizationId: id,
  organizationName: z.string(),
  userId: id,
  name: z.string(),
  userName: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  size: z.int(),
  uploadedAt: when,
  decidedAt: when.nullable(),
  decidedBy: z.string().nullable(),
});
export type ProofReviewItem = z.output<typeof proofReviewItem>;

/** A document with the data that it has to agree with. */
const proofReview = proofReviewItem.extend({
  jobTitle: z.string().nullable(),
  phone: z.string().nullable(),
  npi: z.string().nullable(),
  /** Street, city, state and zip of the organization, those that are known. */
  address: z.string().nullable(),
  contactName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
  /** False where the document was deleted after the refusal. */
  hasDocument: z.boolean(),
});
export type ProofReview = z.output<typeof proofReview>;

/** Where an organization stands between its registration and its activation. */
const organizationOnboarding = z.object({
  organizationId: id,
  organizationName: z.string(),
  hasAcceptedTerms: z.boolean(),
  idProofProcessStatus: z.enum(identityProofStatuses),
  idProofedAttemptDate: when.nullable(),
  isIdProofed: z.boolean(),
  isActivated: z.boolean(),
  onboardingFlow: z.enum(onboardingFlows),
  /** What its administrator has to do next; null where nothing is left. */
  step: z.enum(onboardingSteps).nullable(),
  pendingReviewId: id.nullable(),
});
export type OrganizationOnboarding = z.output<typeof organizationOnboarding>;

const queue = 'Documents of a manual proofing need reviewers, for whom spec 2 shows no calls';

/** Identity proofing of the administrators of organizations (spec 2 sections 4 and 7). */
export const idproofing = {
  initiate: endpoint({
    method: 'POST',
    path: '/api/idproofing/initiate',
    summary: 'Start a verification at the identity provider, at `authUrl`',
    access: administrators,
    body: z.strictObject({ mode: z.enum(proofingModes).default('popup') }),
    bodyOptional: true,
    response: { kind: 'json', schema: z.object({ id, authUrl: z.url(), expiresAt: when }) },
    errors: ['E-PROOFING-TERMS', 'E-PROOFING-STEP', 'E-PROOFING-OFF', 'E-PROOFING-UNAVAILABLE'],
  }),
  initiation: endpoint({
    method: 'GET',
    path: '/api/idproofing/initiations/{id}',
    summary:
      'Whether the identity provider has returned a result, which may have reached another device; `latest` is the newest verification of the caller',
    access: administrators,
    /** The newest one of the caller is `latest`: a page that was loaded again does not know its id. */
    params: z.strictObject({ id: z.union([id, z.literal('latest')], 'must be an id or latest') }),
    response: { kind: 'json', schema: z.object({ id, status: z.enum(initiationStatuses), expiresAt: when }) },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'A verification on a phone ends without a message to the window that started it.',
  }),
  validate: endpoint({
    method: 'POST',
    path: '/api/idproofing/validate',
    summary: 'Check the result of the identity provider, once, and take over what it says',
    access: administrators,
    body: z.strictObject({ id }),
    response: { kind: 'json', schema: progress },
    errors: [
      'E-NOT-FOUND',
      'E-PROOFING-STEP',
      'E-PROOFING-OFF',
      'E-PROOFING-UNAVAILABLE',
      'E-PROOFING-PENDING',
      'E-PROOFING-USED',
      'E-PROOFING-EXPIRED',
      'E-PROOFING-CANCELED',
      'E-PROOFING-INVALID',
    ],
    invalidates: dropsProfile,
  }),
  verificationSession: endpoint({
    method: 'GET',
    path: '/api/idproofing/verificationsession',
    summary: 'What the identity provider returned about the caller, until the caller confirms it',
    access: administrators,
    audited: true,
    response: { kind: 'json', schema: verificationSession },
    errors: ['E-NOT-FOUND'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/idproofing/confirm',
    summary: 'Confirm that the returned data are right; they are deleted and the organization is proofed',
    access: administrators,
    /** The data that the person saw; another verification may have replaced them meanwhile. */
    body: z.strictObject({ sessionId: id }),
    bodyOptional: true,
    response: { kind: 'json', schema: progress },
    errors: ['E-NOT-FOUND', 'E-PROOFING-STEP'],
    invalidates: dropsProfile,
  }),
  manual: endpoint({
    method: 'POST',
    path: '/api/idproofing/manual',
    summary: 'Send an identity document (image or PDF) for a review by platform staff',
    access: administrators,
    upload: { part: 'idproof', file: 'required', types: idProofTypes, maxBytes: manualProofMaxBytes },
    response: { kind: 'json', schema: progress },
    errors: ['E-PROOFING-STEP', 'E-FILE-TYPE', 'E-FILE-TOO-LARGE'],
    invalidates: dropsProfile,
  }),
  refusal: endpoint({
    method: 'GET',
    path: '/api/idproofing/manual',
    summary: 'Why the last document of the caller was refused; empty where none was',
    access: administrators,
    response: { kind: 'json', schema: z.object({ reason: z.string().nullable(), decidedAt: when.nullable() }) },
    errors: [],
    beyondSpec: 'Who has to send another document sees why; the specification shows no call for it.',
  }),
  reviews: endpoint({
    method: 'GET',
    path: '/api/admin/idproofing/reviews',
    summary: 'Documents for a review, the oldest first',
    access: reviewers,
    audited: true,
    query: z.strictObject({
      pageNumber,
      pageSize,
      search,
      sortDir: z.enum(['asc', 'desc']).default('asc'),
      status: z.enum(proofReviewStatuses).optional(),
    }),
    response: { kind: 'json', schema: pageOf(proofReviewItem) },
    errors: [],
    beyondSpec: queue,
  }),
  review: endpoint({
    method: 'GET',
    path: '/api/admin/idproofing/reviews/{id}',
    summary: 'One document with the data of the person and the organization',
    access: reviewers,
    audited: true,
    params: idParams,
    response: { kind: 'json', schema: proofReview },
    errors: ['E-NOT-FOUND'],
    beyondSpec: queue,
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/admin/idproofing/reviews/{id}/document',
    summary: 'The document itself',
    access: reviewers,
    audited: true,
    params: idParams,
    response: { kind: 'binary', mediaTypes: idProofMediaTypes },
    errors: ['E-NOT-FOUND'],
    beyondSpec: queue,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/admin/idproofing/reviews/{id}/approve',
    summary: 'Confirm the identity with the document, which becomes that of the user; a mail tells the user',
    access: reviewers,
    params: idParams,
    response: { kind: 'json', schema: proofReview },
    errors: ['E-NOT-FOUND', 'E-PROOFING-DECIDED'],
    beyondSpec: queue,
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/api/admin/idproofing/reviews/{id}/refuse',
    summary: 'Refuse the document and delete it; a mail tells the user why, and the user can send another one',
    access: reviewers,
    params: idParams,
    body: z.strictObject({ reason: requiredText(500) }),
    response: { kind: 'json', schema: proofReview },
    errors: ['E-NOT-FOUND', 'E-PROOFING-DECIDED'],
    beyondSpec: queue,
  }),
  organization: endpoint({
    method: 'GET',
    path: '/api/admin/idproofing/organizations/{id}',
    summary: 'Where an organization stands between registration and activation',
    access: reviewers,
    params: idParams,
    response: { kind: 'json', schema: organizationOnboarding },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'Support answers why an organization is not active yet.',
  }),
};
