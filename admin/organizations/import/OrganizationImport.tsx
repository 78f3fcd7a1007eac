import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { LinkBase, useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { bulkActionNamed, bulkActions } from '../../../shared/bulk/actions/catalogue.ts';
import { BulkWorkbench } from '../../bulk/BulkWorkbench.tsx';
import { useBulkJob } from '../../bulk/useBulkRuns.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { filtersOf, type OrganizationFilters } from '../../providers/organizationQuery.ts';
import { ImportAction } from './ImportAction.tsx';
import { ImportFile, ImportOptions } from './ImportFile.tsx';
import { focusOnCheck, ImportUnderstood } from './ImportUnderstood.tsx';
import { useImport } from './useImport.ts';

const defaultAction = 'orgs.update';

/** Filters of the list, in the address of its Import button. */
const filtersIn = (params: URLSearchParams): OrganizationFilters => {
  try {
    const input: unknown = JSON.parse(params.get('filter') ?? '{}');
    return filtersOf(typeof input === 'object' && input !== null ? { ...input } : {});
  } catch {
    return {};
  }
};

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper
    component="section"
    variant="outlined"
    aria-label={title}
    sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, padding: 2, marginBottom: 2 }}
  >
    <Typography variant="h6" component="h2">
      {title}
    </Typography>
    {children}
  </Paper>
);

/** Import (spec 1 section 2, child state of the list): a file is checked, compared with the current records, and carried out row by row. */
export const OrganizationImport = () => {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const action = bulkActionNamed(params.get('action') ?? '') ?? bulkActionNamed(defaultAction) ?? bulkActions[0];
  const { job, state, failure } = useBulkJob();
  const work = useImport(action?.name ?? '', job);
  if (!action) return null;
  const choose = (name: string) => {
    work.startOver();
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('action', name);
        return after;
      },
      { replace: true },
    );
  };
  // During a run and after it only the run is shown.
  const isRun = state.step === 'running' || state.step === 'ended';
  return (
    <>
      <PageHeader
        title={translate('imports.title')}
        actions={
          <>
            {state.step === 'ended' && (
              <Button onClick={() => work.setFile(null)}>{translate('imports.another')}</Button>
            )}
            <Button component={LinkBase} to="/admin/organizations">
              {translate('imports.back')}
            </Button>
          </>
        }
      />
      {!isRun && (
        <>
          <Step title={translate('imports.action.title')}>
            <ImportAction action={action} filters={filtersIn(params)} onAction={choose} />
          </Step>
          <Step title={translate('imports.file.title')}>
            <ImportFile file={work.file} onFile={work.setFile} />
            <Typography variant="body2" color="textSecondary">
              {translate('imports.file.rules')}
            </Typography>
            <ImportOptions options={work.options} onChange={work.setOptions} />
          </Step>
          {work.file && (
            <Step title={translate('imports.detected.title')}>
              <ImportUnderstood action={action} work={work} isChecking={state.step === 'checking'} />
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
