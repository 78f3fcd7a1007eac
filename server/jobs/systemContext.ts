import type { Actor, RequestContext } from '../http/context.ts';

/** Actor of what the server does by itself, in the audit trail. */
export const systemActorId = 'system';

const system: Actor = {
  kind: 'client',
  id: systemActorId,
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
