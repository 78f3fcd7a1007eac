import { z } from 'zod';
import { emailText, isEmail } from '../rules/email.ts';
import { isJobTitle, jobTitleText } from '../rules/jobTitles.ts';
import { passwordMaxLength } from '../rules/password.ts';
import { registrationStates, subdomainRefusals } from '../rules/registration.ts';
import { freePlanId } from '../rules/subscription.ts';
import { userTextLimits } from '../rules/user.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { pageNumber, pageOf, pageSize, search } from './paging.ts';
import { planItem } from './plans.ts';
import { requiredText } from './texts.ts';
import { userFields } from './userSchemas.ts';

const beyondSpec = 'Registration at /account/register: spec 2 section 2 names the page, its calls are not shown';
const access = ['SysAdmin'] as const;

/** Proves that the caller has read the mail. */
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the token of a mailed link');
const planId = z.union([z.literal(freePlanId), id]);

/** What a link can be refused for. */
const linkErrors = [
  'E-REGISTRATION-CLOSED',
  'E-REGISTRATION-LINK',
  'E-REGISTRATION-REPLACED',
  'E-REGISTRATION-EXPIRED',
  'E-REGISTRATION-USED',
] as const;

/** A plan that a new organization can choose; `free` is the Free Plan. */
export const offeredPlan = planItem.omit({ tierCode: true }).extend({ id: planId });
export type OfferedPlan = z.output<typeof offeredPlan>;

/** The agreement that a new organization accepts. */
export const offeredTerms = z.object({ id, version: z.string(), brandName: z.string(), html: z.string() });

/** A registration as support sees it. */
export const registrationItem = z.object({
  id,
  emailAddress: z.string(),
  state: z.enum(registrationStates),
  /** The mail was an invitation of a user. */
  isInvited: z.boolean(),
  createDate: z.iso.datetime(),
  /** When the last mail was added, and how many there were. */
  sentDate: z.iso.datetime(),
  mailCount: z.int(),
  expiresAt: z.iso.datetime(),
  /** What came of it. */
  organizationId: id.nullable(),
  organizationName: z.string().nullable(),
});
export type RegistrationItem = z.output<typeof registrationItem>;

/** How a new organization with its first administrator comes in. */
export const registration = {
  offer: endpoint({
    method: 'GET',
    path: '/api/registration',
    summary: 'Whether one can register here, the plans to choose from, and the agreement to accept',
    access: 'public',
    response: {
      kind: 'json',
      schema: z.object({ isOpen: z.boolean(), plans: z.array(offeredPlan), terms: offeredTerms.nullable() }),
    },
    errors: [],
    beyondSpec,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/registration',
    summary: 'Mail a link to register; the response is the same for an address that has an account',
    access: 'public',
    body: z.strictObject({
      emailAddress: z
        .string()
        .trim()
        .min(1, 'is required')
        .max(userTextLimits.userName)
        .refine((value) => value === '' || isEmail(value), emailText),
      /** Token of an invitation that has expired: the new link stands for the same invitation. */
      invitation: token.optional(),
    }),
    response: { kind: 'none' },
    errors: ['E-REGISTRATION-CLOSED', 'E-REGISTRATION-LIMIT'],
    notRepeatable: true,
    beyondSpec,
  }),
  link: endpoint({
    method: 'POST',
    path: '/api/registration/link',
    summary: 'The e-mail address that a mailed link proves, and until when',
    access: 'public',
    body: z.strictObject({ token }),
    response: { kind: 'json', schema: z.object({ emailAddress: z.string(), expiresAt: z.iso.datetime() }) },
    errors: linkErrors,
    readOnly: true,
    beyondSpec,
  }),
  subdomain: endpoint({
    method: 'POST',
    path: '/api/registration/subdomain',
    summary: 'Whether a new organization can have the subdomain, and which rule refuses it; only with a mailed link',
    access: 'public',
    body: z.strictObject({ token, subdomain: z.string().max(255) }),
    response: {
      kind: 'json',
      schema: z.object({ subdomain: z.string(), refusal: z.enum(subdomainRefusals).nullable() }),
    },
    errors: linkErrors,
    readOnly: true,
    beyondSpec,
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/registration/complete',
    summary: 'Create organization, administrator and acceptance of the agreement; the link is used then',
    access: 'public',
    body: z.strictObject({
      token,
      organizationName: requiredText(255),
      subdomain: z.string().trim().max(255),
      firstName: userFields.firstName,
      lastName: userFields.lastName,
      jobTitle: requiredText(userTextLimits.jobTitle).refine(isJobTitle, jobTitleText),
      password: z.string().max(passwordMaxLength),
      planId: planId.default(freePlanId),
      /** The agreement that was shown, `terms` of GET /api/registration; null where there was none. */
      eulaId: id.nullable(),
    }),
    response: {
      kind: 'json',
      schema: z.object({
        organizationId: id,
        userName: z.string(),
        subdomain: z.string(),
        /** The plan that was chosen waits on the page of the subscription to be paid; the Free Plan stands until then. */
        isPaymentOpen: z.boolean(),
      }),
      status: 201,
    },
    errors: [...linkErrors, 'E-USER-NAME-TAKEN', 'E-ORG-SUBDOMAIN', 'E-ORG-SUBDOMAIN-TAKEN', 'E-EULA-INACTIVE'],
    notRepeatable: true,
    invalidates: ['/api/organizations'],
    beyondSpec,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/registrations',
    summary: 'Registrations of the last 30 days by their start, newest first',
    access,
    audited: true,
    query: z.strictObject({
      search,
      pageNumber,
      pageSize,
      state: z.enum(registrationStates).optional(),
      sortDir: z.enum(['asc', 'desc']).default('desc'),
    }),
    response: { kind: 'json', schema: pageOf(registrationItem) },
    errors: [],
    beyondSpec,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/admin/registrations/{id}/resend',
    summary: 'Mail another link, which works 24 hours; the former one stops working',
    access,
    params: idParams,
    response: { kind: 'json', schema: registrationItem },
    errors: ['E-NOT-FOUND', 'E-REGISTRATION-CLOSED', 'E-REGISTRATION-ENDED'],
    notRepeatable: true,
    beyondSpec,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/admin/registrations/{id}/cancel',
    summary: 'End a registration: its link stops working',
    access,
    params: idParams,
    response: { kind: 'json', schema: registrationItem },
    errors: ['E-NOT-FOUND', 'E-REGISTRATION-ENDED'],
    beyondSpec,
  }),
};
