import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReadOptions } from '../../../shared/bulk/csv/types.ts';
import { maxFileBytes, type Resumed } from '../../bulk/bulkProtocol.ts';
import type { BulkJob } from '../../bulk/bulkRuns.ts';
import { useBulkRuns } from '../../bulk/useBulkRuns.ts';

type ColumnMap = NonNullable<ReadOptions['map']>;

interface ChosenFile {
  readonly file: File | null;
  /** Counted, because a corrected file has the same name. */
  readonly choice: number;
}

/** The file of an import: how it is read, which header is which column, and its check. */
export const useImport = (action: string, job: BulkJob, resumed?: Resumed) => {
  const runs = useBulkRuns();
  const [{ file, choice }, setFile] = useState<ChosenFile>({ file: null, choice: 0 });
  const [options, setOptions] = useState<ReadOptions>({});
  /** Columns by header, for one action: another one has other columns. */
  const [mapped, setMapped] = useState<{ of: string; map: ColumnMap }>({ of: action, map: {} });
  const map = mapped.of === action ? mapped.map : {};
  const reading = { ...options, map };
  const isTooLarge = file !== null && file.size > maxFileBytes;
  const opened = useQuery({
    queryKey: ['import', 'understand', action, choice, reading],
    queryFn: () => (file ? runs.detectColumns(file, action, reading) : null),
    enabled: file !== null && !isTooLarge,
    // The headers of this file stay on screen while it is read with other options.
    placeholderData: (before, query) => (query?.queryKey[3] === choice ? before : undefined),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  /** A result of another file, or with other options, is not valid any more. */
  const startOver = () => void job.reset();
  return {
    file,
    isTooLarge,
    setFile: (next: File | null) => {
      startOver();
      setMapped({ of: action, map: {} });
      setFile({ file: next, choice: choice + 1 });
    },
    options,
    setOptions: (next: ReadOptions) => {
      startOver();
      setOptions(next);
    },
    setColumn: (heading: string, column: string | null) => {
      startOver();
      setMapped({ of: action, map: { ...map, [heading]: column } });
    },
    understood: opened.data ?? null,
    failure: opened.error,
    check: () => {
      if (file) void job.planFile({ action, file, options: reading, ...(resumed && { resumed }) });
    },
    startOver,
  };
};
export type ImportWork = ReturnType<typeof useImport>;
