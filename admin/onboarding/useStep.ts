import { useNotify } from 'react-admin';
import { onboardingStep } from '../../shared/rules/onboarding.ts';
import { codeOf, isUnanswered, statusOf } from '../components/serverError.ts';
import { useSingleMutation } from '../components/useSingleMutation.ts';
import { useApp, useProfile } from '../providers/appContext.ts';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';

const otherStep: ReadonlySet<unknown> = new Set(['E-PROOFING-STEP', 'E-PROOFING-TERMS', 'E-PROOFING-QUIZ-EXPIRED']);

/** Whether the server knows the organization at another step than the page; a newer agreement goes before all of them. */
export const isOtherStep = (error: unknown): boolean => otherStep.has(codeOf(error));

/** Whether the step may be done: by a request whose response was lost, or in another tab. */
export const mayBeDone = (error: unknown): boolean =>
  isUnanswered(error) || isOtherStep(error) || statusOf(error) === 404;

/**
 * What follows the failure of a step: where it may be done, the profile is loaded, which leads to the next one, and a message says that
 * another tab or another administrator was first.
 */
export const useFailedStep = () => {
  const notify = useNotify();
  const profile = useProfile();
  const { refreshProfile } = useApp();
  return async (error: unknown): Promise<void> => {
    if (!mayBeDone(error)) return;
    const step = onboardingStep(await refreshProfile().catch(() => profile));
    // The start of the verification says itself why it is back.
    const isNamed = step === onboardingStep(profile) || step === 'startVerification';
    if (!isUnanswered(error) && !isNamed) notify('onboarding.stepChanged', { type: 'warning' });
  };
};

/** Sends a step of onboarding and loads the profile, which leads to the next one; also where a failed step may be done. */
export const useStep = <Input>(send: (provider: AppDataProvider, input: Input) => Promise<unknown>, done?: string) => {
  const provider = useAppDataProvider();
  const notify = useNotify();
  const { refreshProfile } = useApp();
  const afterFailure = useFailedStep();
  return useSingleMutation({
    mutationFn: async (input: Input) => {
      await send(provider, input);
      await refreshProfile();
    },
    onSuccess: () => done !== undefined && notify(done, { type: 'success' }),
    onError: afterFailure,
  });
};
