import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOf } from './paging.ts';

/** Something that can be switched on for organizations and networks; the id is the name of the toggle. */
export const feature = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  isEnabled: z.boolean(),
  /** Offered to organizations (spec 1 section 6). */
  isOrganizationFeature: z.boolean(),
});
export type Feature = z.output<typeof feature>;

export const features = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/features',
    summary: 'All features of the platform by name',
    access: ['SysAdmin'],
    response: { kind: 'json', schema: listOf(feature) },
    errors: [],
    cacheSeconds: 300,
    beyondSpec: 'The editor chooses from it; spec 1 section 7 says the path is not shown.',
  }),
};
