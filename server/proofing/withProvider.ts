import { retrySoon } from '../http/errorResponse.ts';
import { ApiProblem } from '../http/problem.ts';
import { ProofingFailure } from './proofing.ts';

/** Calls of providers that run inside transactions of this process: each holds a connection of the pool. */
const parallel = 4;
/** Below the 10 s after which the database ends a waiting transaction. */
const totalMs = 8_000;
let running = 0;

/** Calls a provider of identity proofing; its failures become errors of the API. `off` is that of an installation without it. */
export async function withProvider<Provider, Result>(
  provider: Provider | null,
  off: 'E-PROOFING-OFF' | 'E-PROOFING-QUESTIONS-OFF',
  work: (provider: Provider, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (provider === null) throw new ApiProblem(off);
  if (running >= parallel) throw new ApiProblem('E-UNAVAILABLE', { headers: retrySoon });
  running += 1;
  try {
    return await work(provider, AbortSignal.timeout(totalMs));
  } catch (cause) {
    if (!(cause instanceof ProofingFailure)) throw cause;
    if (cause.isUnavailable) throw new ApiProblem('E-PROOFING-UNAVAILABLE', { cause, headers: retrySoon });
    throw new ApiProblem('E-PROOFING-INVALID', { cause });
  } finally {
    running -= 1;
  }
}
