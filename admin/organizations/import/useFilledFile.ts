import { useRef, useState } from 'react';
import type { BulkAction } from '../../../shared/bulk/action.ts';
import { textOf } from '../../bulk/breathing.ts';
import { fileStem } from '../../bulk/bulkWords.ts';
import { presentLines } from '../../bulk/presentLines.ts';
import { saveFile } from '../../components/saveFile.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import type { OrganizationFilters } from '../../providers/organizationDialect.ts';
import { collectNames } from '../bulk/selectionSource.ts';

/** The present values of the organizations a list shows, as a file for the action. */
export const useFilledFile = (action: BulkAction, filters: OrganizationFilters) => {
  const provider = useAppDataProvider();
  const stopper = useRef<AbortController | null>(null);
  const [rows, setRows] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const download = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    stopper.current = controller;
    setRows(0);
    setFailure(null);
    try {
      const isNarrowed = Object.keys(filters).length > 0;
      const matching = { kind: 'matching', filters, total: 0 } as const;
      const ids = isNarrowed ? await collectNames(provider, matching, { signal, onProgress: () => undefined }) : null;
      const keep = ({ id }: Readonly<Record<string, unknown>>) => ids === null || ids.has(String(id));
      const lines = presentLines(action, await provider.bulkClient(), { signal, keep, onRow: setRows });
      const text = await textOf(lines);
      if (!signal.aborted)
        saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${fileStem(action.name)}.csv`);
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    } finally {
      setRows(null);
    }
  };
  return {
    /** Rows read so far; null while nothing is being read. */
    rows,
    failure,
    download,
    stop: () => stopper.current?.abort(),
  };
};
