import { useQueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import { useRef, useState } from 'react';
import type { Values } from '../../../shared/bulk/values.ts';
import type { Resumed } from '../bulkProtocol.ts';
import type { BulkJob } from '../bulkRuns.ts';
import type { Selected } from '../storedRuns.ts';
import { type AppDataProvider, useAppDataProvider } from '../../providers/dataProvider.ts';
import { type OwnCell, resourceOfAction } from './selectionAction.ts';

/** A record of the lists with selections. */
type Named = RaRecord<string> & { readonly name: string };

/** Records per request; the maximum of the list. */
const pageSize = 1000;

interface Collecting {
  readonly signal: AbortSignal;
  readonly onProgress: (count: number) => void;
}

/**
 * All records of the resource that match by id, loaded before anything is planned, so that the plan names each of them. A record that
 * moves to another page meanwhile is included once.
 */
export const matchingRecords = async (
  provider: AppDataProvider,
  resource: string,
  filter: Readonly<Record<string, unknown>>,
  { signal, onProgress }: Collecting,
): Promise<ReadonlyMap<string, Named>> => {
  const records = new Map<string, Named>();
  for (let page = 1; ; page += 1) {
    const { data, total = 0 } = await provider.getList<Named>(resource, {
      pagination: { page, perPage: pageSize },
      sort: { field: 'name', order: 'ASC' },
      filter,
      signal,
    });
    for (const record of data) records.set(record.id, record);
    onProgress(records.size);
    if (data.length === 0 || page * pageSize >= total) return records;
  }
};

interface PlannedAction {
  readonly bulkAction: string;
  readonly cells: Values;
  readonly ownCell?: OwnCell;
}

/** Loads the selected records and plans them. Without cells it plans again with the last ones. */
export const useSelectionPlan = (
  job: BulkJob,
  { bulkAction: action, cells: defaultCells, ownCell }: PlannedAction,
  selected: Selected,
  resumed?: Resumed,
) => {
  const provider = useAppDataProvider();
  const resource = resourceOfAction(action);
  const queryClient = useQueryClient();
  /** react-admin has cached the records of the lists. */
  const recordOf = async (id: string, signal: AbortSignal) => {
    const cached = queryClient.getQueryData<Named>([resource, 'getOne', { id, meta: undefined }]);
    return cached ?? (await provider.getOne<Named>(resource, { id, signal })).data;
  };
  const [collecting, setCollecting] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [stopped, setStopped] = useState(false);
  const stopper = useRef<AbortController | null>(null);
  const last = useRef<Values>(defaultCells);
  const plan = async (cells: Values = last.current) => {
    last.current = cells;
    const controller = new AbortController();
    stopper.current = controller;
    setError(null);
    setStopped(false);
    if (selected.kind === 'matching') setCollecting(0);
    try {
      const { signal } = controller;
      const records =
        selected.kind === 'matching'
          ? await matchingRecords(provider, resource, selected.filters, { signal, onProgress: setCollecting })
          : new Map(await Promise.all(selected.ids.map(async (id) => [id, await recordOf(id, signal)] as const)));
      const fieldOf = (field: string) => new Map([...records].map(([id, record]) => [id, String(record[field])]));
      const own = ownCell && { column: ownCell.column, cells: fieldOf(ownCell.field) };
      const input = { action, cells, names: fieldOf('name'), ...(own && { own }), ...(resumed && { resumed }) };
      setCollecting(null);
      if (!signal.aborted) await job.planSelection(input, selected);
      const { state, failure } = job.snapshot();
      setStopped(state.step === 'idle' && failure === null);
    } catch (caught) {
      setCollecting(null);
      if (controller.signal.aborted) setStopped(true);
      else setError(caught);
    }
  };
  return {
    plan,
    /** Number of records loaded so far; null while none are loaded. */
    collecting,
    /** Of loading the records. */
    error,
    /** It was stopped before there was a plan. */
    stopped,
    stop: () => stopper.current?.abort(),
  };
};
