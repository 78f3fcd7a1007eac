import { z } from 'zod';
import { resellerFileMaxBytes, termsMaxCharacters } from './uploadSizes.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';
import { serverSet, optionalText, requiredText, uniqueName, version } from './texts.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/resellers'] as const;

/** `type`: Affiliate 0, Licensing 1. `color` is the ground of its logo: #ffffff, #e6e9ed or #3f4449 (spec 2 section 9). */
export const resellerItem = z.object({
  id,
  name: z.string(),
  type: z.literal([0, 1]),
  urlCode: z.string(),
  color: z.string(),
});
export type ResellerItem = z.output<typeof resellerItem>;

export const reseller = resellerItem.extend({
  /** Its organizations agree to its own terms instead of the platform's. */
  bypassTos: z.boolean(),
  /** Those terms as sanitised HTML. */
  termsHtml: z.string().nullable(),
  /** Name of the logo file; null while there is none. */
  fileName: z.string().nullable(),
  organizationCount: z.int(),
  version: z.int(),
});
export type Reseller = z.output<typeof reseller>;

const color = z.literal(['#ffffff', '#e6e9ed', '#3f4449']);
const ignored = { id: serverSet, fileName: serverSet, organizationCount: serverSet };

/** PNG, JPEG, GIF or WebP by content. */
const upload = {
  part: 'reseller',
  file: 'optional',
  types: 'a PNG, JPEG, GIF or WebP image',
  maxBytes: resellerFileMaxBytes,
} as const;

/** Resellers (spec 2 section 7). */
export const resellers = {
  list: endpoint({
    method: 'GET',
    path: '/api/resellers',
    summary: 'Resellers; a page size of up to 5000 asks for all',
    access,
    query: z.strictObject({ search, sortDir, pageNumber, pageSize }),
    response: { kind: 'json', schema: pageOf(resellerItem) },
    errors: [],
    cacheSeconds: 60,
  }),
  urlCode: endpoint({
    method: 'GET',
    path: '/api/resellers/urlcode',
    summary: 'Whether a URL code is free for the reseller `id`, or a free one made from a name',
    access,
    query: z.strictObject({
      urlCode: z.string().trim().max(100).optional(),
      name: z.string().trim().max(255).optional(),
      id: id.optional(),
    }),
    response: { kind: 'json', schema: z.object({ urlCode: z.string(), isAvailable: z.boolean() }) },
    errors: [],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/resellers/{id}',
    summary: 'One reseller',
    access,
    params: idParams,
    response: { kind: 'json', schema: reseller },
    errors: ['E-NOT-FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/resellers',
    summary: 'Add a reseller; JSON, or multipart with a logo file',
    access,
    body: z.strictObject({
      name: uniqueName(255),
      type: z.literal([0, 1]),
      urlCode: requiredText(100),
      color,
      bypassTos: z.boolean().default(false),
      termsHtml: optionalText(termsMaxCharacters),
    }),
    upload,
    response: { kind: 'json', schema: reseller, status: 201 },
    errors: ['E-NAME-TAKEN', 'E-URL-CODE-TAKEN', 'E-FILE-TYPE', 'E-FILE-TOO-LARGE'],
    invalidates: drops,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/resellers/{id}',
    summary: 'Change a reseller; JSON, or multipart with a new logo file',
    access,
    params: idParams,
    body: z.strictObject({
      name: uniqueName(255).optional(),
      type: z.literal([0, 1]).optional(),
      urlCode: requiredText(100).optional(),
      color: color.optional(),
      bypassTos: z.boolean().optional(),
      termsHtml: optionalText(termsMaxCharacters),
      /** Takes the logo away. */
      removeFile: z.boolean().default(false),
      version,
      ...ignored,
    }),
    upload,
    response: { kind: 'json', schema: reseller },
    errors: [
      'E-NOT-FOUND',
      'E-NAME-TAKEN',
      'E-URL-CODE-TAKEN',
      'E-RESELLER-TYPE',
      'E-FILE-TYPE',
      'E-FILE-TOO-LARGE',
      'E-VERSION-CONFLICT',
      'E-PRECONDITION-FAILED',
    ],
    invalidates: drops,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/resellers/{id}',
    summary: 'Delete a reseller that no organization has',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-IN-USE', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/resellers/{id}/file',
    summary: 'The logo of a reseller',
    access,
    params: idParams,
    response: { kind: 'binary', mediaTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'A logo that can be sent must be seen; spec 2 shows no call to read it.',
  }),
  eula: endpoint({
    method: 'GET',
    path: '/api/resellers/{id}/eula',
    summary: 'The terms of the own organization’s reseller as sanitised HTML; empty where it has no text',
    access: ['Administrator'],
    params: idParams,
    response: { kind: 'text' },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'Terms that are agreed to must be readable; spec 2 shows no call to read them.',
  }),
  acceptEula: endpoint({
    method: 'POST',
    path: '/api/resellers/{id}/eula/accept',
    summary: 'Accept the terms of the own organization’s reseller on its behalf',
    access: ['Administrator'],
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND'],
    invalidates: ['/api/users/profiledata'],
  }),
};
