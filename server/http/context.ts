import type { FastifyBaseLogger } from 'fastify';
import type { Role } from '../../shared/contract/endpoint.ts';

/** Who makes a call: a person, or a machine client with a role of its own. */
export interface Actor {
  readonly kind: 'user' | 'client';
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly organizationId: string | null;
  readonly networkId: string | null;
  /** The sign-in behind the token of a user; absent where another provider issued the token. */
  readonly session?: string;
  /** Last action of the user of a session of the web application. */
  readonly lastActionAt?: Date;
  /** Network addresses the organization allows its people to work from; absent or empty means from anywhere. */
  readonly allowedAddresses?: readonly string[];
}

/** Stands in for the caller of public rows, so that audit rows always name somebody. It passes no role check. */
export const anonymous: Actor = {
  kind: 'client',
  id: 'anonymous',
  name: 'anonymous',
  role: 'User',
  organizationId: null,
  networkId: null,
};

/** What a handler knows about the call besides its input. */
export interface RequestContext {
  readonly actor: Actor;
  /** The correlation id: the caller's own where it is well formed. */
  readonly requestId: string;
  /** Groups the calls of one bulk run in the audit trail (`X-Run-Id`). */
  readonly runId?: string;
  /** Why the caller does it, kept in the audit trail (`X-Reason`). */
  readonly reason?: string;
  /** Version named by `If-Match: "7"`. */
  readonly ifMatch?: number;
  /** The network address that the call comes from. */
  readonly address: string;
  readonly log: FastifyBaseLogger;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
}
