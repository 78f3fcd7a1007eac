import { useNotify } from 'react-admin';
import { codeOf, isUnanswered, statusOf } from '../components/serverError.ts';
import { useSingleMutation } from '../components/useSingleMutation.ts';
import { useApp } from '../providers/appContext.ts';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';

const otherStep: ReadonlySet<unknown> = new Set(['E-PROOFING-STEP', 'E-PROOFING-TERMS', 'E-PROOFING-QUIZ-EXPIRED']);

/** Whether the server knows the organization at another step than the page; a newer agreement goes before all of them. */
export const isOtherStep = (error: unknown): boolean => otherStep.has(codeOf(error));

/** Whether the step may be done: by a request whose response was lost, or in another tab. */
export const mayBeDone = (error: unknown): boolean =>
  isUnanswered(error) || isOtherStep(error) || statusOf(error) === 404;

/** Sends a step of onboarding and loads the profile, which leads to the next one; also where a failed step may be done. */
export const useStep = <Input>(send: (provider: AppDataProvider, input: Input) => Promise<unknown>, done?: string) => {
  const provider = useAppDataProvider();
  const notify = useNotify();
  const { refreshProfile } = useApp();
  return useSingleMutation({
    mutationFn: async (input: Input) => {
      await send(provider, input);
      await refreshProfile();
    },
    onSuccess: () => done !== undefined && notify(done, { type: 'success' }),
    onError: (error) => (mayBeDone(error) ? refreshProfile().catch(() => undefined) : undefined),
  });
};
