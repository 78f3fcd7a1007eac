import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const apicaptureconfig = {
  get: endpoint({
    method: 'GET',
    path: '/api/apicaptureconfig',
    summary: 'Whether this installation can capture the API calls of an organization',
    access: 'signedIn',
    response: { kind: 'json', schema: z.object({ apiCaptureEnabled: z.boolean() }) },
    errors: [],
    cacheSeconds: 60,
  }),
};
