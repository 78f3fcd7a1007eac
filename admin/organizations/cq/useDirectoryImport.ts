import { useTranslate } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import type { ImportResult } from '../../../shared/contract/carequality.ts';
import { serverWords } from '../../components/serverError.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { useCqRefresh } from './useCqRefresh.ts';

export interface ImportAnswer {
  readonly dryRun: boolean;
  readonly results: readonly ImportResult[];
}

/** Most OIDs of one import, as the contract takes them. */
export const importMax = 100;

/** Whether there is anything to write: also an unchanged entry is noted as read, which ends its drift. */
export const hasWork = ({ results }: ImportAnswer): boolean =>
  results.some(({ outcome }) => outcome !== 'gone' && outcome !== 'failed');

/** The steps of an import: OIDs, a preview that writes nothing, the import itself, its result for each OID. */
export const useDirectoryImport = (organizationId: string) => {
  const provider = useAppDataProvider();
  const translate = useTranslate();
  const refresh = useCqRefresh('entries');
  const [oids, setOids] = useState<readonly string[]>([]);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const [working, setWorking] = useState<'preview' | 'import' | null>(null);
  const [failure, setFailure] = useState<readonly string[]>([]);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  const problem = (): string | null => {
    if (oids.length === 0) return translate('carequality.import.none');
    return oids.length > importMax ? translate('carequality.import.tooMany', { max: importMax }) : null;
  };

  const ask = async (dryRun: boolean) => {
    const wrong = problem();
    setFailure(wrong === null ? [] : [wrong]);
    if (wrong !== null) return;
    setWorking(dryRun ? 'preview' : 'import');
    const stop = new AbortController();
    // A preview that nobody waits for is called off; an import that was sent is carried out.
    leaving.current = dryRun ? stop : null;
    try {
      const input = { params: { id: organizationId }, body: { oids: [...oids], dryRun } };
      setAnswer(await provider.call('carequality', 'importEntries', input, { signal: stop.signal }));
    } catch (error) {
      if (stop.signal.aborted) return;
      setFailure([...new Set([translate('carequality.import.failed'), ...serverWords(error)])]);
    } finally {
      if (!stop.signal.aborted) setWorking(null);
      if (!dryRun) void refresh();
    }
  };

  return {
    oids,
    answer,
    working,
    failure,
    /** Other OIDs make a preview worthless. */
    choose: (chosen: readonly string[]) => {
      setOids(chosen);
      setAnswer(null);
      setFailure([]);
    },
    preview: () => void ask(true),
    run: () => void ask(false),
  };
};
