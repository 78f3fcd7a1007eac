import Download from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DataTable, useTranslate } from 'react-admin';
import { wrappedCell } from '../components/ListTable.tsx';
import { saveFile } from '../components/saveFile.ts';
import type { JobRows, JobState } from './bulkProtocol.ts';
import type { BulkJob } from './bulkRuns.ts';
import { StepHeading } from './bulkSteps.tsx';
import { BulkTable } from './BulkTable.tsx';
import { counted, fileStem, number } from './bulkTexts.ts';

interface BulkProblemsProps {
  job: BulkJob;
  state: Extract<JobState, { step: 'refused' }>;
  /** Rows with problems may be left out: the rows of a selection are independent. A file is corrected instead. */
  mayLeaveOut: boolean;
}

type ProblemRow = JobRows['problems'];

/** All problems of the rows, by line of the file; nothing was sent. */
export const BulkProblems = ({ job, state, mayLeaveOut }: BulkProblemsProps) => {
  const translate = useTranslate();
  const { action, problems, badRows, isFile, hasOthers, hasResults } = state;
  const download = async () => saveFile(await job.file('validation'), `${fileStem(action)}-validation.csv`);
  return (
    <Box component="section" sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <StepHeading>
        {translate(isFile ? 'bulk.problems.title' : 'bulk.problems.cannot', counted(isFile ? problems : badRows))}
      </StepHeading>
      <Typography color="textSecondary">{translate(isFile ? 'bulk.problems.text' : 'bulk.problems.rows')}</Typography>
      <BulkTable job={job} list="problems" label={translate('bulk.problems.message')}>
        <DataTable.Col<ProblemRow>
          source="line"
          label={isFile ? 'bulk.line' : 'bulk.record'}
          disableSort
          render={({ line, name, row }) => (isFile ? <LineNumber line={line} /> : (name ?? row))}
        />
        <DataTable.Col<ProblemRow>
          source="column"
          label="bulk.problems.column"
          disableSort
          cellClassName={wrappedCell}
          render={({ column }) => (
            // Names of columns stay whole.
            <Box component="span" sx={{ overflowWrap: 'normal' }}>
              {column ?? translate('bulk.problems.wholeRow')}
            </Box>
          )}
        />
        <DataTable.Col source="message" label="bulk.problems.message" disableSort cellClassName={wrappedCell} />
        <DataTable.Col<ProblemRow>
          source="code"
          label="bulk.problems.code"
          disableSort
          render={({ code }) => <code>{code}</code>}
        />
      </BulkTable>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="outlined" startIcon={<Download />} onClick={() => void download()}>
          {translate('bulk.problems.download')}
        </Button>
        {mayLeaveOut && hasOthers && (
          <Button variant="contained" onClick={() => void job.planAgain('others')}>
            {translate('bulk.problems.skip')}
          </Button>
        )}
        {hasResults && <Button onClick={() => void job.back()}>{translate('bulk.results.back')}</Button>}
      </Box>
    </Box>
  );
};

/** In a table the number is under its heading; a card has no heading. */
const LineNumber = ({ line }: { line: number }) => {
  const translate = useTranslate();
  return (
    <>
      <Box component="span" sx={{ display: { sm: 'none' } }}>{`${translate('bulk.line')} `}</Box>
      {number.format(line)}
    </>
  );
};
