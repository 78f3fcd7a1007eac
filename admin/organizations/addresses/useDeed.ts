import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { serverWords } from '../../components/serverError.ts';

interface Deed {
  readonly run: () => Promise<unknown>;
  /** Message keys: what was done, and what could not be done where the server gives no words. */
  readonly done: string;
  readonly failed: string;
}

/** Runs a deed of a list: one at a time, news as a notification, the server's words kept for the dialog that asked. */
export const useDeed = (onDone: () => unknown) => {
  const notify = useNotify();
  const translate = useTranslate();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async ({ run: deed, done, failed }: Deed): Promise<boolean> => {
    setWorking(true);
    setFailure(null);
    try {
      await deed();
      notify(done, { type: 'success' });
      await onDone();
      return true;
    } catch (error) {
      setFailure(serverWords(error).join(' ') || translate(failed));
      return false;
    } finally {
      setWorking(false);
    }
  };
  return { run, working, failure, forget: () => setFailure(null) };
};
