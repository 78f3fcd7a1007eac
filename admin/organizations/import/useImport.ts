import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BulkAction } from '../../../shared/bulk/action.ts';
import type { RowProblem } from '../../../shared/bulk/problems.ts';
import { openTable, validateTable } from '../../../shared/bulk/table.ts';
import { breathing } from '../../bulk/breathing.ts';
import { digestOf } from '../../bulk/browserPlatform.ts';
import type { BulkJob } from '../../bulk/bulkJob.ts';
import { useBulkContext } from '../../bulk/useBulkJob.ts';
import { fileSource } from './fileSource.ts';
import { understand } from './understanding.ts';
import type { ReadOptions } from '../../../shared/bulk/csv/types.ts';

/** Largest file a page takes, in bytes, and most rows: it holds the whole plan. Beyond that there is the command line. */
export const largestFile = 50 * 1024 * 1024;
export const mostRows = 50_000;
const publishEveryMs = 100;

type CheckState =
  | { readonly step: 'none' }
  | { readonly step: 'checking'; readonly rows: number }
  | { readonly step: 'wrong'; readonly problems: readonly RowProblem[]; readonly warnings: readonly RowProblem[] }
  | { readonly step: 'tooMany' }
  | { readonly step: 'right'; readonly rows: number };

type ColumnMap = Readonly<Record<string, string | null>>;

class TooManyRows extends Error {}

/** A file on its way in: how it is read, which heading is which column, and the check of all its rows. */
export const useImport = (action: BulkAction | undefined, job: BulkJob) => {
  const context = useBulkContext();
  /** Counted, because a file that was corrected comes again under the same name. */
  const [{ file, visit }, setFile] = useState<{ file: File | null; visit: number }>({ file: null, visit: 0 });
  const [options, setOptions] = useState<ReadOptions>({});
  /** Which heading is which column, of one action: another one has other columns. */
  const [mapped, setMapped] = useState<{ of: string | undefined; map: ColumnMap }>({ of: undefined, map: {} });
  const map = mapped.of === action?.name ? mapped.map : {};
  const [failure, setFailure] = useState<unknown>(null);
  const [check, setCheck] = useState<CheckState>({ step: 'none' });
  const stopper = useRef<AbortController | null>(null);
  const reading = { ...options, map };

  /** What was found out about another file, or by other rules, says nothing any more. */
  const startOver = () => {
    stopper.current?.abort();
    job.forget();
    setCheck({ step: 'none' });
    setFailure(null);
  };

  const isTooLarge = file !== null && file.size > largestFile;
  const opened = useQuery({
    queryKey: ['import', 'understand', action?.name, visit, reading],
    queryFn: () => (file && action ? understand(fileSource(file), action, reading) : null),
    enabled: file !== null && action !== undefined && !isTooLarge,
    // What was understood of this file stays on screen while it is read in another way.
    placeholderData: (before, asked) => (asked?.queryKey[3] === visit ? before : undefined),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });

  /** Stage 1: the whole file, offline; then, where nothing is wrong, stage 2: what stands at the server. */
  const run = async () => {
    if (!file || !action) return;
    // Before the failure is forgotten that says whether the session is over.
    const here = context(job);
    startOver();
    const controller = new AbortController();
    const { signal } = controller;
    stopper.current = controller;
    setCheck({ step: 'checking', rows: 0 });
    try {
      const table = await openTable(fileSource(file), action, reading);
      const problems: RowProblem[] = [];
      const warnings: RowProblem[] = [];
      let reported = performance.now();
      const { rows } = await validateTable(
        { head: table.head, rows: () => breathing(table.rows()) },
        (problem, isWarning) => {
          (isWarning ? warnings : problems).push(problem);
        },
        (count) => {
          if (signal.aborted) throw new DOMException('The check was stopped.', 'AbortError');
          if (count > mostRows) throw new TooManyRows();
          if (performance.now() - reported < publishEveryMs) return;
          reported = performance.now();
          setCheck({ step: 'checking', rows: count });
        },
      );
      if (signal.aborted) return;
      if (problems.length > 0) {
        setCheck({ step: 'wrong', problems, warnings });
        return;
      }
      setCheck({ step: 'right', rows });
      await job.plan(await here, {
        action,
        rows: () => table.rows(),
        total: rows,
        head: { header: table.head.header, source: { name: file.name, sha256: await digestOf(file) } },
      });
    } catch (error) {
      if (signal.aborted) return;
      setCheck(error instanceof TooManyRows ? { step: 'tooMany' } : { step: 'none' });
      if (!(error instanceof TooManyRows)) setFailure(error);
    }
  };

  return {
    file,
    isTooLarge,
    setFile: (next: File | null) => {
      startOver();
      setMapped({ of: undefined, map: {} });
      setFile({ file: next, visit: visit + 1 });
    },
    options,
    setOptions: (next: ReadOptions) => {
      startOver();
      setOptions(next);
    },
    map,
    setColumn: (heading: string, column: string | null) => {
      startOver();
      setMapped({ of: action?.name, map: { ...map, [heading]: column } });
    },
    understood: opened.data ?? null,
    failure: failure ?? opened.error,
    check,
    run,
    startOver,
    stop: () => {
      stopper.current?.abort();
      setCheck({ step: 'none' });
    },
  };
};
export type ImportWork = ReturnType<typeof useImport>;
