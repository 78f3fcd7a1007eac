import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { linkStatuses } from './identityLinkStatuses.ts';
import { id, idParams } from './ids.ts';
import { pageNumber, pageOf, pageSize, search } from './paging.ts';
import { noNul, requiredText } from './texts.ts';
import { issuerProblem } from '../rules/issuer.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/admin/identitylinks'] as const;

/** Which account a subject of another OpenID provider is. A removed link refuses the subject. */
export const identityLink = z.object({
  id,
  issuer: z.string(),
  subject: z.string(),
  userId: id,
  userName: z.string(),
  name: z.string(),
  status: z.enum(linkStatuses),
  /** Made by an administrator, or from a verified e-mail address of a trusted domain. */
  origin: z.enum(['Administrator', 'VerifiedEmail']),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  removedAt: z.iso.datetime().nullable(),
  removedBy: z.string().nullable(),
});
export type IdentityLink = z.output<typeof identityLink>;

/** `issuerProblem` has its rules. */
export const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://login.example.org', abort: true })
  .max(500)
  .regex(noNul, 'must not contain a NUL character')
  .superRefine((value, context) => {
    const message = issuerProblem(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** Links between accounts and the subjects of other OpenID providers. */
export const identitylinks = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/identitylinks',
    summary: 'Links of accounts to subjects of other OpenID providers, newest first',
    access,
    audited: true,
    query: z.strictObject({
      pageNumber,
      pageSize,
      sortDir: z.enum(['asc', 'desc']).default('desc'),
      search,
      status: z.enum(linkStatuses).optional(),
      userId: id.optional(),
    }),
    response: { kind: 'json', schema: pageOf(identityLink) },
    errors: [],
    beyondSpec:
      'Accounts are bound to subjects of other providers; the document leaves the provider open (quality TK-1)',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/identitylinks/{id}',
    summary: 'One link of an account to a subject of another provider',
    access,
    audited: true,
    params: idParams,
    response: { kind: 'json', schema: identityLink },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'See GET /api/admin/identitylinks',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/identitylinks',
    summary: 'Link a subject of another provider to an account; a removed link of the subject is replaced',
    access,
    body: z.strictObject({ issuer, subject: requiredText(255), userName: requiredText(320) }),
    response: { kind: 'json', schema: identityLink, status: 201 },
    errors: ['E-USER-UNKNOWN', 'E-LINK-EXISTS'],
    invalidates: drops,
    beyondSpec: 'See GET /api/admin/identitylinks',
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/identitylinks/{id}',
    summary: 'Remove a link: tokens of the subject are refused from then on',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-LINK-REMOVED'],
    invalidates: drops,
    beyondSpec: 'See GET /api/admin/identitylinks',
  }),
};
