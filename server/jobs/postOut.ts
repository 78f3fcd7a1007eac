import type { Outcome } from './attempts.ts';
import { failureText, post, type PostCall } from './post.ts';

interface Call extends PostCall {
  /** For the person who reads the job: `customer-messaging`. */
  readonly name: string;
  /** Which answers outside 2xx are for good; left out: all that do not speak of a passing trouble. */
  readonly isFinal?: (status: number) => boolean;
}

const neverPasses = (status: number): boolean => status < 500 && ![408, 425, 429].includes(status);

/** Posts JSON to another system as one attempt of a job. The body of the response is not stored: it may contain anything. */
export async function postOut({ name, isFinal = neverPasses, ...call }: Call): Promise<Outcome> {
  const posted = await post(call);
  if (posted.kind === 'parked') return { kind: 'parked' };
  if (posted.kind === 'blocked') return { kind: 'refused', reason: failureText(posted, name) };
  if (posted.kind !== 'responded') return { kind: 'failed', reason: failureText(posted, name) };
  const { status } = posted;
  const text = `The ${name} service answered ${status}.`;
  if (status >= 200 && status < 300) return { kind: 'done', text };
  return isFinal(status) ? { kind: 'refused', reason: text } : { kind: 'failed', reason: text };
}
