import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag } from './paging.ts';

export const guid = {
  create: endpoint({
    method: 'GET',
    path: '/api/admin/guid',
    summary: 'A new GUID: D with hyphens, N digits only, B in braces, P in parentheses',
    access: ['SysAdmin'],
    query: z.strictObject({
      format: z.enum(['D', 'N', 'B', 'P']).default('D'),
      toUpper: flag.default(false),
    }),
    response: { kind: 'json', schema: z.object({ value: z.string() }) },
    errors: [],
  }),
};
