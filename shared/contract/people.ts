import { z } from 'zod';
import { requestsPageSize } from '../rules/intake.ts';
import { activityPageSize } from '../rules/person.ts';
import { organizationRoles } from '../rules/user.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { flag, listOf, pageNumber, pageOf, search } from './paging.ts';
import {
  activity,
  assignable,
  person,
  personItem,
  ruleAssignments,
  sourceAssignments,
  userNameCheck,
} from './peopleSchemas.ts';
import { noNul, noNulText, serverSet, version } from './texts.ts';
import { userFields, userSort } from './userSchemas.ts';

const access = ['Administrator'] as const;
/** Administrators for the people of their organization, everybody for themselves; others are not found. */
const orSelf = 'signedIn';

const versioned = ['E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'] as const;
/** Refusals of changes of an account that other organizations rely on. */
const ofAccount = ['E-NOT-FOUND', 'E-PERSON-SHARED'] as const;
/** Refusals of changes that take an administrator out. */
const keepsAdministrators = ['E-USER-OWN-ACCOUNT', 'E-PERSON-LAST-ADMINISTRATOR'] as const;

const pageSizeOf = (usual: number) => z.coerce.number().int().min(1).max(5000).default(usual);

/** Fields of the record that only the server sets; callers may send them back. */
const serverSetOfPerson = {
  id: serverSet,
  name: serverSet,
  isEnabled: serverSet,
  isDeleted: serverSet,
  removedAt: serverSet,
  organizationId: serverSet,
  organizationName: serverSet,
  belongsElsewhere: serverSet,
  lockedUntil: serverSet,
  hasTwoFactor: serverSet,
  hasPassword: serverSet,
  invitedAt: serverSet,
  createDate: serverSet,
  lastLoginDate: serverSet,
  applications: serverSet,
};

/** At most as many as an organization may have by far. */
const maxAssignments = 1000;
const assignments = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject({
    assignments: z.array(z.strictObject({ organizationId: id, ...shape })).max(maxAssignments),
    version,
  });

const activityOf = (summary: string, path: string, usual: number) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    access: orSelf,
    audited: true,
    params: idParams,
    query: z.strictObject({ pageSize: pageSizeOf(usual), pageStart: pageNumber }),
    response: { kind: 'json', schema: pageOf(activity) },
    errors: ['E-NOT-FOUND'],
  });

/** People of the organization that the caller works in (spec 2 section 7 and spec 3 section 7, Users). */
export const people = {
  list: endpoint({
    method: 'GET',
    path: '/api/users',
    summary: 'People of the organization, a page at a time; `sort` is JSON such as {"field":"userName","dir":"desc"}',
    access,
    audited: true,
    query: z.strictObject({
      sort: userSort,
      page: pageNumber,
      size: pageSizeOf(10),
      search,
      /** True lists the deleted people, and no others. */
      deleted: flag.default(false),
      /** For administrators of a network: also the people of its organizations. */
      includeNetwork: flag.default(false),
      roleName: z.enum(organizationRoles).optional(),
      isEnabled: flag.optional(),
      /** True: people who were invited and have never signed in. */
      isInvited: flag.optional(),
    }),
    response: { kind: 'json', schema: pageOf(personItem) },
    errors: [],
  }),
  current: endpoint({
    method: 'GET',
    path: '/api/users/current',
    summary: 'The record of the caller',
    access: 'signedIn',
    response: { kind: 'json', schema: person },
    errors: ['E-NOT-FOUND', 'E-ACCOUNT-CLIENT'],
  }),
  jobs: endpoint({
    method: 'GET',
    path: '/api/users/jobs',
    summary: 'Job titles to choose from',
    access: 'signedIn',
    response: { kind: 'json', schema: listOf(z.object({ id: z.string(), name: z.string() })) },
    errors: [],
    cacheSeconds: 6000,
  }),
  ipAddress: endpoint({
    method: 'GET',
    path: '/api/users/ipaddress',
    summary: 'The network address that the call comes from',
    access: 'signedIn',
    fromAnywhere: true,
    response: { kind: 'json', schema: z.object({ ipAddress: z.string() }) },
    errors: [],
  }),
  assignable: endpoint({
    method: 'GET',
    path: '/api/users/assignable',
    summary: 'Document sources and intake rules of the organization that people can be assigned to',
    access,
    response: { kind: 'json', schema: assignable },
    errors: [],
    beyondSpec: 'The assignments of a person are chosen from a list (spec 2 section 3)',
  }),
  find: endpoint({
    method: 'POST',
    path: '/api/users/find',
    summary: 'Whether a user name is free; it says nothing else about the account that has it',
    access: ['Administrator', 'SysAdmin'],
    readOnly: true,
    audited: true,
    query: z.strictObject({ username: z.string().max(320).regex(noNul, noNulText) }),
    response: { kind: 'json', schema: userNameCheck },
    errors: [],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/users/{id}',
    summary: 'A person of the organization, or the caller',
    access: orSelf,
    audited: true,
    params: idParams,
    response: { kind: 'json', schema: person },
    errors: ['E-NOT-FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/users',
    summary: 'Invite a person into the organization; a mail leads to the first password',
    access,
    body: z.strictObject({ ...userFields, roleName: z.enum(organizationRoles).default('User') }),
    response: { kind: 'json', schema: person, status: 201 },
    errors: ['E-USER-NAME-TAKEN', 'E-ORG-USER-LIMIT', 'E-ORG-NOT-MEMBER'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/users/{id}',
    summary: 'Change a person of the organization; fields left out stay as they are',
    access,
    params: idParams,
    body: z.strictObject({
      firstName: userFields.firstName.optional(),
      lastName: userFields.lastName.optional(),
      userName: userFields.userName.optional(),
      jobTitle: userFields.jobTitle,
      phone: userFields.phone,
      roleName: z.enum(organizationRoles).optional(),
      version,
      ...serverSetOfPerson,
    }),
    response: { kind: 'json', schema: person },
    errors: [...ofAccount, ...keepsAdministrators, 'E-USER-OWN-SIGN-IN', 'E-USER-NAME-TAKEN', ...versioned],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}',
    summary: 'Remove a person from the organization; without another organization the account is deleted',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', ...keepsAdministrators, 'E-PRECONDITION-FAILED'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/api/users/{id}/enable',
    summary: 'Set whether a person can sign in; disabling ends all sessions',
    access,
    params: idParams,
    query: z.strictObject({ enable: flag.default(true) }),
    response: { kind: 'json', schema: person },
    errors: [...ofAccount, ...keepsAdministrators, 'E-PRECONDITION-FAILED'],
  }),
  resetTwoFactor: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/authenticators',
    summary: 'Turn the one-time codes of a person off, as for a lost phone',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: [...ofAccount, 'E-USER-OWN-SIGN-IN'],
  }),
  endApplication: endpoint({
    method: 'DELETE',
    path: '/api/users/{id}/applications/{appId}',
    summary: 'End the sign-ins of a person with an application, and its tokens',
    access: orSelf,
    params: z.strictObject({ id, appId: z.string().min(1).max(200).regex(noNul, noNulText) }),
    response: { kind: 'none' },
    errors: [...ofAccount],
  }),
  documentSources: endpoint({
    method: 'GET',
    path: '/api/users/{id}/documentsources',
    summary: 'Document sources that a person receives from',
    access: orSelf,
    params: idParams,
    response: { kind: 'json', schema: sourceAssignments },
    errors: ['E-NOT-FOUND'],
  }),
  setDocumentSources: endpoint({
    method: 'PUT',
    path: '/api/users/{id}/documentsources',
    summary: 'Choose the document sources that a person receives from; the list is written as a whole',
    access,
    params: idParams,
    body: assignments({ documentSourceId: id }),
    response: { kind: 'json', schema: sourceAssignments },
    errors: ['E-NOT-FOUND', ...versioned],
  }),
  rules: endpoint({
    method: 'GET',
    path: '/api/users/{id}/rules',
    summary: 'Intake rules whose documents a person gets',
    access: orSelf,
    params: idParams,
    response: { kind: 'json', schema: ruleAssignments },
    errors: ['E-NOT-FOUND'],
  }),
  setRules: endpoint({
    method: 'PUT',
    path: '/api/users/{id}/intakerules',
    summary: 'Choose the intake rules whose documents a person gets; the list is written as a whole',
    access,
    params: idParams,
    body: assignments({ intakeRuleId: id }),
    response: { kind: 'json', schema: ruleAssignments },
    errors: ['E-NOT-FOUND', ...versioned],
  }),
  requests: activityOf(
    'Calls of a person that the audit trail has, newest first',
    '/api/users/{id}/requests',
    requestsPageSize,
  ),
  events: activityOf('Events by and about a person, newest first', '/api/users/{id}/events', activityPageSize),
  signatures: activityOf(
    'Sign-offs of a person, newest first: agreements accepted, and content opened for a reason',
    '/api/users/{id}/events/signatures',
    activityPageSize,
  ),
};
