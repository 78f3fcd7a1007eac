import type { Config } from '../../../config.ts';
import { ApiProblem } from '../../../http/problem.ts';
import { type Registration, stateOf } from '../../../registration/registrationLinks.ts';

export function refuseClosed({ registration }: Pick<Config, 'registration'>): void {
  if (!registration) throw new ApiProblem('E-REGISTRATION-CLOSED');
}

/** The registration of a link that works; each reason why it does not has its code. */
export function openLink(registration: Registration | undefined): Registration {
  const state = registration && stateOf(registration);
  if (registration && state === 'Open') return registration;
  if (state === 'Expired') throw new ApiProblem('E-REGISTRATION-EXPIRED');
  if (state === 'Completed') throw new ApiProblem('E-REGISTRATION-USED');
  throw new ApiProblem(state === 'Replaced' ? 'E-REGISTRATION-REPLACED' : 'E-REGISTRATION-LINK');
}
