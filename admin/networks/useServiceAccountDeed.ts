import { useQueryClient } from '@tanstack/react-query';
import { useDeed } from '../components/useDeed.ts';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';

type Deed = (provider: AppDataProvider) => Promise<unknown>;

/** Does something to the service account of a network, one thing at a time, and says how it went. */
export const useServiceAccountDeed = () => {
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const { run: runDeed, ...state } = useDeed({ aloud: true });
  /** `done` and `failed` name the texts; answers whether it was done. */
  const run = async (done: string, failed: string, deed: Deed): Promise<boolean> => {
    const isDone = await runDeed({
      run: () => deed(provider),
      done: `networks.serviceAccount.${done}`,
      failed: `networks.serviceAccount.${failed}`,
    });
    if (isDone) await queries.invalidateQueries({ queryKey: ['networks'] });
    return isDone;
  };
  return { ...state, run };
};
