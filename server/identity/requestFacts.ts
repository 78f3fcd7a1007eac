import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from './signInAudit.ts';

/** What the parts behind the provider need to know of the request under way; the provider itself hands down only its own context. */
export interface RequestFacts {
  /** Milliseconds since the body of the request was complete. */
  readonly receivedMsAgo: () => number;
  readonly caller: Caller;
}

export const requestFacts = new AsyncLocalStorage<RequestFacts>();
