import { useTranslate } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { identityProofingTexts } from '../../shared/rules/identityProofing.ts';
import { sleep } from '../../shared/rules/sleep.ts';
import { serverMessages } from '../components/serverError.ts';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { openPopup, waitForPopup } from './popupFlow.ts';

/** How often the server is asked whether the phone has come back. */
const phonePollMs = 3000;

export type Stage =
  | { readonly name: 'idle' }
  | { readonly name: 'starting' | 'popup' | 'validating' }
  | { readonly name: 'phone'; readonly authUrl: string };

/** A failure that offers the ways without a popup. */
interface Failure {
  readonly texts: readonly string[];
  readonly isBlocked?: boolean;
}

/** One verification at the identity provider, by a popup, in this tab or on a phone; a success loads the profile again. */
export const useVerification = () => {
  const provider = useAppDataProvider();
  const { refreshProfile } = useApp();
  const translate = useTranslate();
  const [stage, setStage] = useState<Stage>({ name: 'idle' });
  const [failure, setFailure] = useState<Failure | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const begin = (): AbortSignal => {
    running.current?.abort();
    running.current = new AbortController();
    setFailure(null);
    setStage({ name: 'starting' });
    return running.current.signal;
  };
  const fail = (text: string, error?: unknown, more: Partial<Failure> = {}) => {
    const details = error === undefined ? [] : serverMessages(error);
    setFailure({ texts: [...new Set([text, ...details])], ...more });
    setStage({ name: 'idle' });
  };
  const cancel = () => {
    running.current?.abort();
    setStage({ name: 'idle' });
  };

  const validate = async (id: string) => {
    setFailure(null);
    setStage({ name: 'validating' });
    try {
      await provider.idproofing.validate({ body: { id } });
      await refreshProfile();
      setStage({ name: 'idle' });
    } catch (error) {
      fail(identityProofingTexts.validationFailed, error);
    }
  };
  const statusOf = async (id: string) => (await provider.idproofing.initiation({ params: { id } })).status;

  const inPopup = async () => {
    const popup = openPopup();
    if (!popup) return fail(identityProofingTexts.popupBlocked, undefined, { isBlocked: true });
    const signal = begin();
    try {
      const { id, authUrl } = await provider.idproofing.initiate();
      if (signal.aborted) return popup.close();
      popup.location.replace(authUrl);
      setStage({ name: 'popup' });
      const end = await waitForPopup(popup, { type: 'idproofing', id, origin: window.location.origin }, signal);
      if (end === 'canceled') return undefined;
      // A page of a provider may have cut the window off from this one before the person closed it at the end.
      if (end === 'closed' && (await statusOf(id)) !== 'Returned')
        return fail(identityProofingTexts.popupClosed, undefined, { isBlocked: true });
      return await validate(id);
    } catch (error) {
      popup.close();
      return fail(identityProofingTexts.startFailed, error);
    }
  };

  const inTab = async () => {
    begin();
    try {
      const { authUrl } = await provider.idproofing.initiate({ body: { mode: 'tab' } });
      window.location.assign(authUrl);
    } catch (error) {
      fail(identityProofingTexts.startFailed, error);
    }
  };

  const onPhone = async () => {
    const signal = begin();
    try {
      const { id, authUrl } = await provider.idproofing.initiate({ body: { mode: 'phone' } });
      setStage({ name: 'phone', authUrl });
      for (;;) {
        await sleep(phonePollMs);
        if (signal.aborted) return undefined;
        const status = await statusOf(id);
        if (signal.aborted) return undefined;
        if (status === 'Expired') return fail(translate('onboarding.verify.expired'));
        if (status === 'Returned') return await validate(id);
      }
    } catch (error) {
      return fail(identityProofingTexts.startFailed, error);
    }
  };

  return { stage, failure, inPopup, inTab, onPhone, validate, cancel };
};
export type Verification = ReturnType<typeof useVerification>;
