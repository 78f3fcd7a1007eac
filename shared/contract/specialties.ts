import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';
import { serverSet, uniqueName, version } from './texts.ts';

const access = ['SysAdmin'] as const;
/** The choices of the organization editor are these records as well. */
const drops = ['/api/admin/organizationspecialties', '/api/organizations/specialties'] as const;

export const specialtyItem = z.object({ id, name: z.string() });

export const specialty = specialtyItem.extend({ organizationCount: z.int(), version: z.int() });
export type Specialty = z.output<typeof specialty>;

const name = uniqueName(255);

/** Specialties an organization can have (spec 1 sections 2 and 7). */
export const specialties = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/organizationspecialties',
    summary: 'Specialties by name, a page at a time; a page size of 5000 returns all of them',
    access,
    query: z.strictObject({ search, sortDir, pageStart: pageNumber, pageSize }),
    response: { kind: 'json', schema: pageOf(specialtyItem) },
    errors: [],
    cacheSeconds: 60,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/organizationspecialties',
    summary: 'Add a specialty',
    access,
    body: z.strictObject({ name }),
    response: { kind: 'json', schema: specialty, status: 201 },
    errors: ['E-NAME-TAKEN'],
    invalidates: drops,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/organizationspecialties',
    summary: 'Change the specialty whose id the body has',
    access,
    body: z.strictObject({ id, name: name.optional(), version, organizationCount: serverSet }),
    response: { kind: 'json', schema: specialty },
    errors: ['E-NOT-FOUND', 'E-NAME-TAKEN', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/organizationspecialties/{id}',
    summary: 'One specialty with the number of its organizations',
    access,
    params: idParams,
    response: { kind: 'json', schema: specialty },
    errors: ['E-NOT-FOUND'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/organizationspecialties/{id}',
    summary: 'Delete a specialty that no organization has',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-IN-USE', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
};
