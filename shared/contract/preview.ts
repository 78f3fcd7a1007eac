import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { attachmentMediaTypes, ofTheOrganization } from './messageSchemas.ts';

/** Documents made by conversions (spec 1 section 7). */
export const preview = {
  document: endpoint({
    method: 'GET',
    path: '/api/Preview/Document/{cacheId}',
    summary:
      'A document made from an attachment, with the token in the header. A platform administrator names a reason',
    access: ofTheOrganization,
    params: z.strictObject({ cacheId: id }),
    response: { kind: 'binary', mediaTypes: attachmentMediaTypes },
    errors: ['E-NOT-FOUND', 'E-REASON-REQUIRED'],
  }),
};
