import { useRef, useState } from 'react';
import type { Values } from '../../../shared/bulk/values.ts';
import type { BulkJob } from '../../bulk/bulkJob.ts';
import { useBulkContext } from '../../bulk/useBulkJob.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import type { BulkDeed } from './organizationBulkDeeds.ts';
import { collectNames, selectionSource } from './selectionSource.ts';
import type { Selected } from './useOrganizationSelection.ts';

/** Collects the selected organizations and has them planned. Without cells it tries again with those of the last time. */
export const useSelectionPlan = (job: BulkJob, deed: BulkDeed, selected: Selected) => {
  const provider = useAppDataProvider();
  const context = useBulkContext();
  const [collecting, setCollecting] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [stopped, setStopped] = useState(false);
  const stopper = useRef<AbortController | null>(null);
  const last = useRef<Values>(deed.cells);
  const plan = async (cells: Values = last.current) => {
    last.current = cells;
    const controller = new AbortController();
    stopper.current = controller;
    setFailure(null);
    setStopped(false);
    if (selected.kind === 'matching') setCollecting(0);
    try {
      const { signal } = controller;
      const names = await collectNames(provider, selected, { signal, onProgress: setCollecting });
      setCollecting(null);
      if (!signal.aborted) await job.plan(await context(job), selectionSource(deed, names, cells));
      const { state, error } = job.snapshot();
      setStopped(state.step === 'idle' && error === null);
    } catch (error) {
      setCollecting(null);
      if (controller.signal.aborted) setStopped(true);
      else setFailure(error);
    }
  };
  return {
    plan,
    /** How many organizations are collected so far; null while nothing is being collected. */
    collecting,
    failure,
    /** Somebody stopped it before there was a plan. */
    stopped,
    stop: () => stopper.current?.abort(),
  };
};
