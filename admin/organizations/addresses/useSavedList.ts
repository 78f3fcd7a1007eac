import { useNotify } from 'react-admin';
import { useState } from 'react';
import { serverWords, statusOf } from '../../components/serverError.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { useAnswer } from '../../providers/useAnswer.ts';
import type { SavedAddress } from './savedList.ts';

const conflicts = [409, 412];

/** The saved addresses as edited in the modal: nothing is sent before Save Changes, which writes the list as a whole. */
export const useSavedList = (id: string) => {
  const notify = useNotify();
  const provider = useAppDataProvider();
  const [edited, setEdited] = useState<readonly SavedAddress[]>();
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<{ readonly words: string; readonly isConflict: boolean }>();
  const asked = useAnswer('organizations', 'savedAddresses', { params: { id } });
  const stored = asked.data;
  const items = edited ?? stored?.items ?? [];
  const save = async (): Promise<boolean> => {
    if (!stored) return false;
    setSaving(true);
    setFailure(undefined);
    try {
      const body = {
        items: items.map(({ address, displayName }) => ({ address, displayName })),
        version: stored.version,
      };
      await provider.call('organizations', 'saveAddresses', { params: { id }, body });
      notify('addresses.saved.savedText', { type: 'success' });
      await asked.refetch();
      setEdited(undefined);
      return true;
    } catch (error) {
      setFailure({ words: serverWords(error).join(' '), isConflict: conflicts.includes(statusOf(error)) });
      return false;
    } finally {
      setSaving(false);
    }
  };
  const reload = async () => {
    setFailure(undefined);
    setEdited(undefined);
    await asked.refetch();
  };
  return { asked, items, isChanged: edited !== undefined, change: setEdited, save, saving, failure, reload };
};
