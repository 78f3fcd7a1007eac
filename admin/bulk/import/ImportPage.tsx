import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, useTranslate } from 'react-admin';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { bulkActions } from '../../../shared/bulk/actions/catalogue.ts';
import type { ReadOptions } from '../../../shared/bulk/csv/types.ts';
import { maxFileBytes } from '../bulkProtocol.ts';
import { BulkWorkbench } from '../BulkWorkbench.tsx';
import { importList, importPathOf, listPathOf } from '../importLists.ts';
import { useBulkJob, useBulkRuns } from '../useBulkRuns.ts';
import { LabelButton } from '../../components/LabelButton.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { filtersOf, type OrganizationFilters } from '../../providers/organizationQuery.ts';
import { ImportAction } from './ImportAction.tsx';
import { focusOnCheck, ImportColumns } from './ImportColumns.tsx';
import { ImportFile, ImportOptions } from './ImportFile.tsx';

const defaultActions: readonly string[] = ['orgs.update', 'people.update'];

/** Filters of the list, in the address of its Import button. */
const filtersIn = (params: URLSearchParams): OrganizationFilters => {
  try {
    const input: unknown = JSON.parse(params.get('filter') ?? '{}');
    return filtersOf(typeof input === 'object' && input !== null ? { ...input } : {});
  } catch {
    return {};
  }
};

interface ChosenFile {
  readonly file: File | null;
  /** Counted, because a corrected file has the same name. */
  readonly choice: number;
  /** Columns by header, for one action: another one has other columns. */
  readonly action: string;
  readonly map: NonNullable<ReadOptions['map']>;
}

/** Import (spec 1 section 2, child state of the list): a file is checked, compared with the current records, and applied row by row. */
export const ImportPage = () => {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  // The path is guarded by the role that may call what its actions call.
  const offered = bulkActions.filter((each) => importPathOf(each.name) === pathname);
  const action =
    offered.find((each) => each.name === params.get('action')) ??
    offered.find((each) => defaultActions.includes(each.name));
  const name = action?.name ?? '';
  const runs = useBulkRuns();
  const { job, state, failure } = useBulkJob();
  const [chosen, setChosen] = useState<ChosenFile>({ file: null, choice: 0, action: name, map: {} });
  const [readOptions, setReadOptions] = useState<ReadOptions>({});
  const { file, choice } = chosen;
  const map = chosen.action === name ? chosen.map : {};
  const options = { ...readOptions, map };
  const isTooLarge = file !== null && file.size > maxFileBytes;
  const detected = useQuery({
    queryKey: ['import', 'columns', name, choice, options],
    queryFn: () => (file ? runs.detectColumns(file, name, options) : null),
    enabled: file !== null && !isTooLarge,
    // The headers of this file stay on screen while it is read with other options.
    placeholderData: (before, query) => (query?.queryKey[3] === choice ? before : undefined),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (!action) return null;
  // The plan of another file, or with other options, is not valid any more.
  const change = (update: () => void) => {
    void job.reset();
    update();
  };
  const setFile = (next: File | null) =>
    change(() => setChosen({ file: next, choice: choice + 1, action: name, map: {} }));
  const chooseAction = (next: string) =>
    change(() =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          after.set('action', next);
          return after;
        },
        { replace: true },
      ),
    );
  // During a run and after it only the run is visible.
  const isRun = state.step === 'running' || state.step === 'ended';
  const list = importList(name);
  return (
    <>
      <PageHeader
        title={
          list ? translate('imports.titleOf', { records: translate(`${list}.title`) }) : translate('imports.title')
        }
        actions={
          <>
            {state.step === 'ended' && <LabelButton label="imports.another" onClick={() => setFile(null)} />}
            <Button component={LinkBase} to={listPathOf(name)}>
              {translate(list ? 'records.back' : 'imports.back')}
            </Button>
          </>
        }
      />
      {!isRun && (
        <>
          <Step title="imports.action.title">
            <ImportAction
              action={action}
              offered={offered}
              filters={action.scans ? {} : filtersIn(params)}
              onAction={chooseAction}
            />
          </Step>
          <Step title="imports.file.title">
            <ImportFile file={file} onFile={setFile} />
            <Typography variant="body2" color="textSecondary">
              {translate('imports.file.rules')}
            </Typography>
            <ImportOptions options={readOptions} onChange={(next) => change(() => setReadOptions(next))} />
          </Step>
          {file && (
            <Step title="imports.detected.title">
              <ImportColumns
                action={action}
                isTooLarge={isTooLarge}
                detected={detected.data ?? null}
                failure={detected.error}
                isChecking={state.step === 'checking'}
                onColumn={(heading, column) =>
                  change(() => setChosen({ ...chosen, action: name, map: { ...map, [heading]: column } }))
                }
                onCheck={() => void job.planFile({ action: name, file, options })}
              />
            </Step>
          )}
        </>
      )}
      {(state.step !== 'idle' || failure !== null) && (
        <Paper variant="outlined" sx={{ padding: 2 }}>
          <BulkWorkbench job={job} state={state} failure={failure} onPlanStopped={focusOnCheck} />
        </Paper>
      )}
    </>
  );
};

const Step = ({ title, children }: { title: string; children: ReactNode }) => {
  const text = useTranslate()(title);
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={text}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, padding: 2, marginBottom: 2 }}
    >
      <Typography variant="h6" component="h2">
        {text}
      </Typography>
      {children}
    </Paper>
  );
};
