import { z } from 'zod';
import { idProofMediaTypes, idProofTypes, organizationRoles, systemAdministratorRoles } from '../rules/user.ts';
import { endpoint, roles } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { flag, pageNumber, pageOf, pageSize, search } from './paging.ts';
import { serverSet, version } from './texts.ts';
import { idProofMaxBytes } from './uploadSizes.ts';
import { assignment, contact, newPassword, user, userFields, userItem, userSort } from './userSchemas.ts';

const access = ['SysAdmin'] as const;
/** Lists of users are not cached. */
const dropsMemberships = ['/api/organizations'] as const;

/** Refusals of changes that take a system administrator out. */
const keepsAdministrators = ['E-USER-OWN-ACCOUNT', 'E-USER-LAST-ADMINISTRATOR'] as const;
const ofExisting = ['E-NOT-FOUND', 'E-USER-DELETED'] as const;
const versioned = ['E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'] as const;

/** Fields of the record that only the server sets; the specification's callers send them back. */
const serverSetOfUser = {
  id: serverSet,
  name: serverSet,
  isSysAdmin: serverSet,
  isEnabled: serverSet,
  isDeleted: serverSet,
  organizationId: serverSet,
  organizationName: serverSet,
  lockedUntil: serverSet,
  hasTwoFactor: serverSet,
  createDate: serverSet,
  lastLoginDate: serverSet,
  networkId: serverSet,
  networkName: serverSet,
  hasPassword: serverSet,
  invitedAt: serverSet,
  idProofStatus: serverSet,
  idProofFileName: serverSet,
  deletedAt: serverSet,
  workplace: serverSet,
};

const membership = { userId: id, organizationId: id };

/** Users of the platform (spec 1 section 7, Users). */
export const userRecords = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    summary: 'Users, a page at a time; `sort` is JSON such as {"field":"userName","dir":"desc"}',
    access,
    audited: true,
    query: z.strictObject({
      sort: userSort,
      pageNumber,
      pageSize,
      search,
      /** True lists the deleted users, and no others. */
      deleted: flag.default(false),
      roleName: z.enum(roles).optional(),
      /** Users who may work in this organization. */
      organizationId: id.optional(),
      isEnabled: flag.optional(),
      isLocked: flag.optional(),
      /** False lists users who have never signed in. */
      hasSignedIn: flag.optional(),
    }),
    response: {
      kind: 'json',
      schema: z.object({ users: z.array(userItem), totalUsersCount: z.int().nonnegative() }),
    },
    errors: [],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/users/{id}',
    summary: 'One user, deleted ones as well',
    access,
    audited: true,
    params: idParams,
    response: { kind: 'json', schema: user },
    errors: ['E-NOT-FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/users',
    summary: 'Add a user of an organization, with a password or with a mail to create one',
    access,
    body: z.strictObject({
      userDetails: z.strictObject({ ...userFields, roleName: z.enum(organizationRoles).default('User') }),
      organizationId: id,
      password: newPassword,
      emailCreatePassword: z.boolean().default(false),
    }),
    response: { kind: 'json', schema: user, status: 201 },
    errors: ['E-USER-NAME-TAKEN', 'E-ORG-REFERENCE', 'E-ORG-USER-LIMIT', 'E-USER-EXTERNAL'],
    invalidates: dropsMemberships,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/users/{id}',
    summary: 'Change a user; fields left out stay as they are',
    access,
    params: idParams,
    body: z.strictObject({
      firstName: userFields.firstName.optional(),
      lastName: userFields.lastName.optional(),
      userName: userFields.userName.optional(),
      jobTitle: userFields.jobTitle,
      phone: userFields.phone,
      /** Of users of organizations; PUT /api/admin/sysadmin/{id} changes system administrators. */
      roleName: z.enum(roles).optional(),
      version,
      ...serverSetOfUser,
    }),
    response: { kind: 'json', schema: user },
    errors: [...ofExisting, 'E-USER-OWN-SIGN-IN', 'E-USER-NAME-TAKEN', ...versioned],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/{id}',
    summary: 'Delete a user: sign-in, memberships and identity document end, the name becomes free',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: [...ofExisting, ...keepsAdministrators, 'E-PRECONDITION-FAILED'],
    invalidates: dropsMemberships,
  }),
  createSystemAdministrator: endpoint({
    method: 'POST',
    path: '/api/admin/sysadmin',
    summary: 'Add a system administrator; a mail leads to the first password',
    access,
    body: z.strictObject({
      firstName: userFields.firstName,
      lastName: userFields.lastName,
      userName: userFields.userName,
      roleName: z.enum(systemAdministratorRoles).default('SysAdmin'),
    }),
    response: { kind: 'json', schema: user, status: 201 },
    errors: ['E-USER-NAME-TAKEN'],
  }),
  setSystemAdministrator: endpoint({
    method: 'PUT',
    path: '/api/admin/sysadmin/{id}',
    summary: 'Make a user a system administrator, or end that',
    access,
    params: idParams,
    body: z.strictObject({ enable: z.boolean() }),
    response: { kind: 'json', schema: user },
    errors: [...ofExisting, ...keepsAdministrators, 'E-PRECONDITION-FAILED'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/api/admin/users/enable',
    summary: 'Set whether a user can sign in; disabling ends all sessions',
    access,
    body: z.strictObject({ id, enable: z.boolean() }),
    response: { kind: 'json', schema: user },
    errors: [...ofExisting, ...keepsAdministrators, 'E-PRECONDITION-FAILED'],
  }),
  uploadIdProof: endpoint({
    method: 'POST',
    path: '/api/admin/users/idproof',
    summary: 'Store the identity document of a user (image or PDF) and confirm the identity with it',
    access,
    body: z.strictObject({ id }),
    upload: { part: 'user', file: 'required', types: idProofTypes, maxBytes: idProofMaxBytes },
    response: { kind: 'json', schema: user },
    errors: [...ofExisting, 'E-FILE-TYPE', 'E-FILE-TOO-LARGE'],
  }),
  idProof: endpoint({
    method: 'GET',
    path: '/api/admin/users/{id}/idproof',
    summary: 'The identity document of a user',
    access,
    audited: true,
    params: idParams,
    response: { kind: 'binary', mediaTypes: idProofMediaTypes },
    errors: ['E-NOT-FOUND'],
  }),
  resetIdProof: endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/idproof/reset',
    summary: 'Delete the identity document of a user; the identity is not proofed then',
    access,
    params: idParams,
    response: { kind: 'json', schema: user },
    errors: [...ofExisting],
  }),
  sync: endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/sync',
    summary: 'Sync a user with the customer-messaging service',
    access,
    params: idParams,
    response: { kind: 'json', schema: z.object({ jobId: id, status: z.string() }), status: 202 },
    errors: [...ofExisting],
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api/admin/users/organizations',
    summary: 'Let a user work in an organization',
    access,
    body: z.strictObject({
      ...membership,
      isAdministrator: z.boolean().default(false),
      /** A former member who worked there works there again, unless they have chosen another organization since. */
      worksAgain: z.boolean().default(false),
    }),
    response: { kind: 'json', schema: assignment, status: 201 },
    errors: ['E-NOT-FOUND', 'E-USER-ASSIGNED', 'E-ORG-USER-LIMIT'],
    invalidates: dropsMemberships,
  }),
  unassign: endpoint({
    method: 'PUT',
    path: '/api/admin/users/organizations',
    summary: 'End the work of a user in an organization',
    access,
    body: z.strictObject(membership),
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND'],
    invalidates: dropsMemberships,
  }),
  organizations: endpoint({
    method: 'GET',
    path: '/api/admin/users/{id}/organization',
    summary: 'The organizations that a user may work in, by name',
    access,
    params: idParams,
    response: { kind: 'json', schema: z.object({ items: z.array(assignment) }) },
    errors: ['E-NOT-FOUND'],
  }),
  contacts: endpoint({
    method: 'GET',
    path: '/api/contacts',
    summary: 'Users who can sign in, by name, with user name and organization, to choose from',
    access,
    audited: true,
    query: z.strictObject({ search, pageStart: pageNumber, pageSize }),
    response: { kind: 'json', schema: pageOf(contact) },
    errors: [],
  }),
};
