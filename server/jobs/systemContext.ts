import type { Actor, RequestContext } from '../http/context.ts';

const system: Actor = {
  kind: 'client',
  id: 'system',
  name: 'system',
  role: 'User',
  organizationId: null,
  networkId: null,
};

/** Who an audit row names when the platform itself does something, and the job that made it do so. */
export const systemContext = (jobId: string): Pick<RequestContext, 'actor' | 'requestId'> => ({
  actor: system,
  requestId: jobId,
});
