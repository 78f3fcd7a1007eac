import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from './signInAudit.ts';

/** What the parts behind the provider need to know of the request under way; the provider itself hands down only its own context. */
export interface RequestFacts {
  readonly startedAt: Date;
  readonly caller: Caller;
}

export const requestFacts = new AsyncLocalStorage<RequestFacts>();
