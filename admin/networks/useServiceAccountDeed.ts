import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { serverWords } from '../components/serverError.ts';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';

type Deed = (provider: AppDataProvider) => Promise<unknown>;

/** Does something to the service account of a network, one thing at a time, and says how it went. */
export const useServiceAccountDeed = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const [working, setWorking] = useState(false);
  /** `done` and `failed` name the texts; answers what went wrong, or null. */
  const run = async (done: string, failed: string, deed: Deed): Promise<string | null> => {
    setWorking(true);
    try {
      await deed(provider);
      notify(`networks.serviceAccount.${done}`, { type: 'success' });
      await queries.invalidateQueries({ queryKey: ['networks'] });
      return null;
    } catch (error) {
      const text = [translate(`networks.serviceAccount.${failed}`), ...serverWords(error)].join(' ');
      notify(text, { type: 'error' });
      return text;
    } finally {
      setWorking(false);
    }
  };
  return { run, working };
};
