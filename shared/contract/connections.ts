import { z } from 'zod';
import { connectionLimits, connectionNameProblem, emailDomainProblem } from '../rules/connection.ts';
import { endpoint } from './endpoint.ts';
import { issuer } from './identitylinks.ts';
import { id, idParams } from './ids.ts';
import { flag, pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';
import { noNul, noNulText, requiredText, serverSet, version } from './texts.ts';

const refineBy = (problemOf: (text: string) => string | null) => (text: string, context: z.RefinementCtx<string>) => {
  const message = problemOf(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
};

const access = ['SysAdmin'] as const;
const drops = ['/api/admin/connections'] as const;
const time = z.iso.datetime();

/** The last part of /account/login/{connection}. */
const name = z.string().trim().max(connectionLimits.name).superRefine(refineBy(connectionNameProblem));

const domain = z.string().trim().toLowerCase().superRefine(refineBy(emailDomainProblem));

const clientId = requiredText(connectionLimits.clientId);
const displayName = requiredText(connectionLimits.displayName);
const clientSecret = z.string().min(1, 'is required').max(connectionLimits.secret).regex(noNul, noNulText);
const domains = z
  .array(domain)
  .max(connectionLimits.domains)
  .transform((list) => [...new Set(list)].sort());

/** Single sign-on at another OpenID provider; its client secret is in no response. */
export const connection = z.object({
  id,
  name: z.string(),
  displayName: z.string(),
  /** Null: inserted by the operator, for the accounts of every organization. */
  organizationId: id.nullable(),
  organizationName: z.string().nullable(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  /** Of which the provider's verified addresses may be linked to accounts by themselves. */
  domains: z.array(z.string()),
  isEnabled: z.boolean(),
  /** Where people begin the sign-in, and where the provider has to send the browser back to. */
  signInUrl: z.url(),
  redirectUrl: z.string(),
  createdAt: time,
  createdBy: z.string(),
  modifiedAt: time,
  modifiedBy: z.string(),
  version: z.int(),
});
export type Connection = z.output<typeof connection>;

const connectionTest = z.object({
  isOk: z.boolean(),
  /** In their order; a step that failed is the last one. */
  steps: z.array(
    z.object({
      name: z.enum(['discovery', 'keys', 'redirect', 'client']),
      result: z.enum(['passed', 'failed', 'unknown']),
      /** One sentence: what is right, or what is wrong and where to correct it. */
      text: z.string(),
    }),
  ),
});
export type ConnectionTest = z.output<typeof connectionTest>;

/** Single sign-on connections of organizations (spec 2 section 2, /account/login/{connection}). */
export const connections = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/connections',
    summary: 'Single sign-on connections by name, a page at a time',
    access,
    query: z.strictObject({
      search,
      sortDir,
      pageNumber,
      pageSize,
      organizationId: id.optional(),
      isEnabled: flag.optional(),
    }),
    response: { kind: 'json', schema: pageOf(connection) },
    errors: [],
    beyondSpec: 'Single sign-on of an organization is set up without a restart and without access to the database',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/connections/{id}',
    summary: 'One single sign-on connection; never its client secret',
    access,
    params: idParams,
    response: { kind: 'json', schema: connection },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'See GET /api/admin/connections',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/connections',
    summary: 'Add the single sign-on connection of an organization',
    access,
    body: z.strictObject({
      name,
      displayName: displayName.optional(),
      organizationId: id,
      issuer,
      clientId,
      /** Left out: a public client, which the provider knows by its redirect address alone. */
      clientSecret: clientSecret.optional(),
      domains: domains.optional(),
      isEnabled: z.boolean().optional(),
    }),
    response: { kind: 'json', schema: connection, status: 201 },
    errors: ['E-NAME-TAKEN'],
    invalidates: drops,
    beyondSpec: 'See GET /api/admin/connections',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/connections/{id}',
    summary: 'Change a single sign-on connection; fields that are left out stay',
    access,
    params: idParams,
    body: z.strictObject({
      displayName: displayName.optional(),
      issuer: issuer.optional(),
      clientId: clientId.optional(),
      /** Left out: the stored one stays; null: none from now on. */
      clientSecret: clientSecret.nullable().optional(),
      domains: domains.optional(),
      isEnabled: z.boolean().optional(),
      version,
      id: serverSet,
      name: serverSet,
      organizationId: serverSet,
      organizationName: serverSet,
      hasSecret: serverSet,
      signInUrl: serverSet,
      redirectUrl: serverSet,
      createdAt: serverSet,
      createdBy: serverSet,
      modifiedAt: serverSet,
      modifiedBy: serverSet,
    }),
    response: { kind: 'json', schema: connection },
    errors: ['E-NOT-FOUND', 'E-IN-USE', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
    beyondSpec: 'See GET /api/admin/connections',
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/connections/{id}',
    summary: 'Delete a single sign-on connection; sessions that run continue',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-IN-USE', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
    beyondSpec: 'See GET /api/admin/connections',
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/admin/connections/{id}/test',
    summary: 'Ask the provider of a connection whether a sign-in would work, also for a disabled one',
    access,
    params: idParams,
    response: { kind: 'json', schema: connectionTest },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'What is wrong with a connection is displayed before people depend on it',
  }),
};
