import { retrySoon } from '../../http/errorResponse.ts';
import { ApiProblem } from '../../http/problem.ts';
import { type Proofing, ProofingFailure } from '../../proofing/proofing.ts';

/** Calls of the provider that run inside transactions of this process: each holds a connection of the pool. */
const parallel = 4;
/** Below the 10 s after which the database ends a waiting transaction. */
const totalMs = 8_000;
let running = 0;

/** Calls the identity provider; its failures become errors of the API. */
export async function withProvider<T>(
  proofing: Proofing | null,
  work: (provider: Proofing, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (proofing === null) throw new ApiProblem('E-PROOFING-OFF');
  if (running >= parallel) throw new ApiProblem('E-UNAVAILABLE', { headers: retrySoon });
  running += 1;
  try {
    return await work(proofing, AbortSignal.timeout(totalMs));
  } catch (cause) {
    if (!(cause instanceof ProofingFailure)) throw cause;
    if (cause.isUnavailable) throw new ApiProblem('E-PROOFING-UNAVAILABLE', { cause, headers: retrySoon });
    throw new ApiProblem('E-PROOFING-INVALID', { cause });
  } finally {
    running -= 1;
  }
}
