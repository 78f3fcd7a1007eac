import { z } from 'zod';
import { eulaFileMaxBytes } from './uploadSizes.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { flag, pageNumber, pageOf, pageSize, search } from './paging.ts';
import { requiredText } from './texts.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/admin/eulas', '/api/eulas'] as const;

/** Brand names may be empty: the agreement of brands without one of their own. */
const brandName = z.string().trim().max(255).default('');
const type = requiredText(50).default('EULA');

/** License agreement; at most one of a brand and type is active (spec 2 section 3). */
export const eula = z.object({
  id,
  version: z.string(),
  brandName: z.string(),
  type: z.string(),
  fileName: z.string(),
  isActive: z.boolean(),
  acceptances: z.int(),
  createdBy: z.string(),
  createDate: z.iso.datetime(),
  activatedDate: z.iso.datetime().nullable(),
});
export type Eula = z.output<typeof eula>;

/** License agreements (spec 2 section 7). */
export const eulas = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/eulas',
    summary: 'License agreements, a page at a time, newest first',
    access,
    query: z.strictObject({
      pageNumber,
      pageSize,
      sortDir: z.enum(['asc', 'desc']).default('desc'),
      search,
      brandName: z.string().trim().max(255).optional(),
      /** Those without a brand: an empty brand name cannot be requested, because an empty value is no filter. */
      isPlatform: flag.optional(),
      type: z.string().trim().max(50).optional(),
      isActive: flag.optional(),
    }),
    response: { kind: 'json', schema: pageOf(eula) },
    errors: [],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/eulas',
    summary:
      'Add a license agreement: a JSON part eula and an HTML or text file; it is stored sanitised and not yet active',
    access,
    body: z.strictObject({ version: requiredText(50), brandName, type }),
    upload: {
      part: 'eula',
      file: 'required',
      types: 'the agreement as HTML or plain text',
      maxBytes: eulaFileMaxBytes,
    },
    response: { kind: 'json', schema: eula, status: 201 },
    errors: ['E-EULA-EXISTS', 'E-FILE-TYPE', 'E-FILE-TOO-LARGE', 'E-ORG-REFERENCE'],
    invalidates: drops,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/eulas/{id}',
    summary: 'One license agreement without its text',
    access,
    params: idParams,
    response: { kind: 'json', schema: eula },
    errors: ['E-NOT-FOUND'],
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/admin/eulas/{id}/view',
    summary: 'The text of a license agreement as sanitised HTML',
    access,
    params: idParams,
    response: { kind: 'text' },
    errors: ['E-NOT-FOUND'],
  }),
  activate: endpoint({
    method: 'POST',
    path: '/api/admin/eulas/{id}/activate',
    summary: 'Make it the agreement of its brand and type; the former one ends',
    access,
    params: idParams,
    response: { kind: 'json', schema: eula },
    errors: ['E-NOT-FOUND'],
    invalidates: drops,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/eulas/{id}',
    summary: 'Delete an agreement that is not active and that no organization accepted',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-IN-USE'],
    invalidates: drops,
  }),
  exists: endpoint({
    method: 'GET',
    path: '/api/eulas/exists',
    summary: 'Whether another agreement than `id` has this version for the brand',
    access,
    query: z.strictObject({
      id: z.union([id, z.literal('').transform(() => undefined)]).optional(),
      version: requiredText(50),
      brandName,
      type,
    }),
    response: { kind: 'json', schema: z.boolean() },
    errors: [],
  }),
  active: endpoint({
    method: 'GET',
    path: '/api/eulas/active',
    summary: 'The active agreement for the brand of one’s own organization, else the platform’s',
    access: 'signedIn',
    query: z.strictObject({ type }),
    response: {
      kind: 'json',
      schema: eula.omit({ acceptances: true, createdBy: true }).extend({ isAccepted: z.boolean() }).nullable(),
    },
    errors: [],
  }),
  activeView: endpoint({
    method: 'GET',
    path: '/api/eulas/active/view',
    summary: 'The text of the active agreement of a brand, else of the platform, as sanitised HTML',
    access: 'signedIn',
    query: z.strictObject({ type, brandName }),
    response: { kind: 'text' },
    errors: ['E-NOT-FOUND'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/eulas/{id}/accept',
    summary: 'Accept the active agreement on behalf of the own organization',
    access: ['Administrator'],
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-EULA-INACTIVE'],
    invalidates: ['/api/users/profiledata', '/api/eulas'],
  }),
};
