import { useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import { serverWords } from './serverError.ts';

interface Deed {
  readonly run: () => Promise<unknown>;
  /** What was done, and what could not be done: the words, or their message keys. */
  readonly done: string;
  readonly failed: string;
}

interface DeedOptions {
  /** The words of the server alone, where it gives any; else what failed stands before them. */
  readonly serverAlone?: boolean;
  /** There is no dialog to show what failed, so it becomes a notification. */
  readonly aloud?: boolean;
}

/** Runs a deed, one at a time: that it was done is a notification, why it was not is kept for the dialog that asked. */
export const useDeed = ({ serverAlone = false, aloud = false }: DeedOptions = {}) => {
  const notify = useNotify();
  const translate = useTranslate();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** Whether it was done. */
  const run = async ({ run: deed, done, failed }: Deed): Promise<boolean> => {
    setWorking(true);
    setFailure(null);
    try {
      await deed();
      notify(done, { type: 'success' });
      return true;
    } catch (error) {
      const words = serverWords(error);
      const text = (serverAlone && words.length > 0 ? words : [translate(failed), ...words]).join(' ');
      setFailure(text);
      if (aloud) notify(text, { type: 'error' });
      return false;
    } finally {
      setWorking(false);
    }
  };
  return { run, working, failure, forget: () => setFailure(null) };
};
