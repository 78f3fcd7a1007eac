import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { identityProofingTexts, type InitiationStatus } from '../../shared/rules/identityProofing.ts';
import { sleep } from '../../shared/rules/sleep.ts';
import { codeOf, fieldErrorsOf, isUnanswered, serverMessages, statusOf } from '../components/serverError.ts';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { openPopup, waitForPopup } from './popupFlow.ts';
import { isOtherStep, useFailedStep } from './useStep.ts';

/** How often the server is asked whether another window or a phone has come back, and again while it cannot be reached. */
export const pollMs = 3000;

/** Query of the data that the identity provider returned. */
export const verificationSessionKey = ['onboarding', 'session'] as const;

export type Stage =
  | { readonly name: 'idle' }
  | { readonly name: 'starting' | 'popup' | 'validating' }
  | { readonly name: 'phone'; readonly authUrl: string };

/** A failure that offers the ways without a popup. */
interface Failure {
  readonly texts: readonly string[];
  readonly isBlocked?: boolean;
}

/** Repeats a call that may be repeated until the server responds: a result of the provider waits there. */
const throughGaps = async <T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    }
    await sleep(pollMs, signal);
  }
};

/**
 * One verification at the identity provider, by a popup, in this tab or on a phone; a success loads the profile again. `starts` counts the
 * verifications that this page has started.
 */
export const useVerification = () => {
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const { refreshProfile } = useApp();
  const afterFailure = useFailedStep();
  const translate = useTranslate();
  const [stage, setStage] = useState<Stage>({ name: 'idle' });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [starts, setStarts] = useState(0);
  const running = useRef<AbortController>(undefined);
  // The stage disables the buttons with the next render; a second click may come before it.
  const isStarting = useRef(false);
  useEffect(() => () => running.current?.abort(), []);

  const begin = (name: 'starting' | 'validating'): AbortSignal => {
    running.current?.abort();
    running.current = new AbortController();
    setFailure(null);
    setStage({ name });
    if (name === 'starting') setStarts((count) => count + 1);
    return running.current.signal;
  };
  const fail = (texts: readonly string[], more: Partial<Failure> = {}) => {
    setFailure({ texts: [...new Set(texts)], ...more });
    setStage({ name: 'idle' });
  };
  const cancel = () => {
    running.current?.abort();
    setStage({ name: 'idle' });
  };
  /** Shows an error, but not that of a verification that was canceled. */
  const refuse = (text: string, error: unknown, signal: AbortSignal) => {
    if (signal.aborted) return;
    const isUnknown = statusOf(error) === 404 || fieldErrorsOf(error)['id'] !== undefined;
    if (isUnknown) fail([translate('onboarding.verify.unknown')]);
    // A person who gave up did not fail.
    else fail([...(codeOf(error) === 'E-PROOFING-CANCELED' ? [] : [text]), ...serverMessages(error)]);
    // Another tab has gone on.
    if (isOtherStep(error)) void afterFailure(error);
  };

  const validateOnce = async (id: string) => {
    try {
      await provider.idproofing.validate({ body: { id } });
    } catch (error) {
      // By a request whose response was lost, or by another tab.
      if (codeOf(error) !== 'E-PROOFING-USED') throw error;
    }
  };
  const finish = async (id: string, signal: AbortSignal) => {
    setStage({ name: 'validating' });
    try {
      await throughGaps(() => validateOnce(id), signal);
      await throughGaps(refreshProfile, signal);
      // A second verification leaves the step as it is, with data of its own.
      await queries.resetQueries({ queryKey: verificationSessionKey });
      if (!signal.aborted) setStage({ name: 'idle' });
    } catch (error) {
      refuse(identityProofingTexts.validationFailed, error, signal);
    }
  };
  const validate = (id: string) => finish(id, begin('validating'));
  /** The start of a verification at the server; a click while one is on its way starts nothing. */
  const initiate = async (mode?: 'tab' | 'phone') => {
    isStarting.current = true;
    try {
      return await provider.idproofing.initiate(mode && { body: { mode } });
    } finally {
      isStarting.current = false;
    }
  };
  const statusAt = async (id: string, signal: AbortSignal): Promise<InitiationStatus> =>
    (await throughGaps(() => provider.idproofing.initiation({ params: { id } }), signal)).status;

  /** When the person has come back, on whichever device, or when it is too late; `Waiting` after another start or the end of the dialog. */
  const statusLater = async (id: string, signal: AbortSignal): Promise<InitiationStatus> => {
    let status: InitiationStatus = 'Waiting';
    while (status === 'Waiting' && !signal.aborted) {
      await sleep(pollMs, signal);
      if (!signal.aborted) status = await statusAt(id, signal);
    }
    return status;
  };

  const inPopup = async () => {
    if (isStarting.current) return undefined;
    const popup = openPopup();
    if (!popup) return fail([identityProofingTexts.popupBlocked], { isBlocked: true });
    const signal = begin('starting');
    let text: string = identityProofingTexts.startFailed;
    // A session that has ended loads the sign-in page in place of this one: the window is still empty then.
    const closeEmpty = () => popup.close();
    window.addEventListener('pagehide', closeEmpty);
    try {
      const { id, authUrl } = await initiate().finally(() => window.removeEventListener('pagehide', closeEmpty));
      if (signal.aborted) return popup.close();
      popup.location.replace(authUrl);
      setStage({ name: 'popup' });
      text = identityProofingTexts.validationFailed;
      const end = await waitForPopup(popup, { type: 'idproofing', id, origin: window.location.origin }, signal);
      if (end === 'canceled') return undefined;
      // A page of a provider may have cut the window off from this one: it looks closed, and the person may still be there (`useLeftBehind`).
      if (end === 'closed' && (await statusAt(id, signal)) === 'Waiting')
        return fail([identityProofingTexts.popupClosed], { isBlocked: true });
      return await finish(id, signal);
    } catch (error) {
      popup.close();
      return refuse(text, error, signal);
    }
  };

  const inTab = async () => {
    if (isStarting.current) return;
    const signal = begin('starting');
    try {
      const { authUrl } = await initiate('tab');
      window.location.assign(authUrl);
    } catch (error) {
      refuse(identityProofingTexts.startFailed, error, signal);
    }
  };

  const onPhone = async () => {
    if (isStarting.current) return undefined;
    const signal = begin('starting');
    let text: string = identityProofingTexts.startFailed;
    try {
      const { id, authUrl } = await initiate('phone');
      if (signal.aborted) return undefined;
      setStage({ name: 'phone', authUrl });
      text = identityProofingTexts.validationFailed;
      const status = await statusLater(id, signal);
      if (signal.aborted) return undefined;
      if (status === 'Expired') return fail([translate('onboarding.verify.expired')]);
      return await finish(id, signal);
    } catch (error) {
      return refuse(text, error, signal);
    }
  };

  return { stage, failure, starts, inPopup, inTab, onPhone, validate, cancel };
};
export type Verification = ReturnType<typeof useVerification>;
