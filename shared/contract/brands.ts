import { z } from 'zod';
import { onboardingFlows } from '../rules/legacyProofing.ts';
import { termsMaxCharacters } from './uploadSizes.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';
import { serverSet, optionalText, requiredText, uniqueName, version } from './texts.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/admin/brands'] as const;
const own = 'Brands are administered; spec 1 section 7 shows only the call that lists them.';

export const brandItem = z.object({
  id,
  name: z.string(),
  appUrl: z.string(),
  primaryColor: z.string(),
  supportEmail: z.string(),
  identityProvider: z.object({ connectionName: z.string().nullable() }),
  /** How administrators of its organizations are onboarded. */
  onboardingFlow: z.enum(onboardingFlows),
});
export type BrandItem = z.output<typeof brandItem>;

export const brand = brandItem.extend({
  /** Terms of use as sanitised HTML; null means the platform's. */
  termsHtml: z.string().nullable(),
  organizationCount: z.int(),
  version: z.int(),
});
export type Brand = z.output<typeof brand>;

const fields = {
  name: uniqueName(255),
  appUrl: requiredText(2048),
  primaryColor: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a color such as #0b5f73'),
  supportEmail: requiredText(255),
};
const onboardingFlow = z.enum(onboardingFlows).optional();
const connection = z.strictObject({ connectionName: optionalText(100) }).optional();

/** Brands of the platform (spec 1 section 3). */
export const brands = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/brands',
    summary: 'Brands, a page at a time',
    access,
    query: z.strictObject({ search, sortDir, pageNumber, pageSize: pageSize.default(100) }),
    response: { kind: 'json', schema: pageOf(brandItem) },
    errors: [],
    cacheSeconds: 60,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/brands',
    summary: 'Add a brand',
    access,
    body: z.strictObject({
      ...fields,
      identityProvider: connection,
      onboardingFlow,
      termsHtml: optionalText(termsMaxCharacters),
    }),
    response: { kind: 'json', schema: brand, status: 201 },
    errors: ['E-NAME-TAKEN'],
    invalidates: drops,
    beyondSpec: own,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/brands/{id}',
    summary: 'One brand',
    access,
    params: idParams,
    response: { kind: 'json', schema: brand },
    errors: ['E-NOT-FOUND'],
    beyondSpec: own,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/brands/{id}',
    summary: 'Change a brand; fields left out stay as they are',
    access,
    params: idParams,
    body: z.strictObject({
      name: fields.name.optional(),
      appUrl: fields.appUrl.optional(),
      primaryColor: fields.primaryColor.optional(),
      supportEmail: fields.supportEmail.optional(),
      identityProvider: connection,
      onboardingFlow,
      termsHtml: optionalText(termsMaxCharacters),
      version,
      id: serverSet,
      organizationCount: serverSet,
    }),
    response: { kind: 'json', schema: brand },
    errors: ['E-NOT-FOUND', 'E-NAME-TAKEN', 'E-IN-USE', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
    beyondSpec: own,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/brands/{id}',
    summary: 'Delete a brand that no organization has',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-IN-USE', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
    beyondSpec: own,
  }),
};
