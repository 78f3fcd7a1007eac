import Download from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { RowProblem } from '../../shared/bulk/problems.ts';
import { saveFile } from '../components/saveFile.ts';
import { counted, number } from './bulkWords.ts';
import { PagedRecords } from './PagedRecords.tsx';
import { StepHeading } from './StepHeading.tsx';
import { validationText } from './validationFile.ts';

interface BulkProblemsProps {
  problems: readonly RowProblem[];
  warnings: readonly RowProblem[];
  /** What a row is about, where it stands in no file. */
  nameOf?: ((row: number) => string | null) | undefined;
  /** Name of the file to download, without its ending. */
  stem: string;
  /** Where the rows of a run are planned again: the way back to its results. */
  onBack?: () => void;
  /** Goes on with the other rows. */
  onLeaveOut?: () => void;
}

/** Everything that is wrong with the rows, by line of the file; nothing was sent. */
export const BulkProblems = ({ problems, warnings, stem, nameOf, onBack, onLeaveOut }: BulkProblemsProps) => {
  const translate = useTranslate();
  const download = () =>
    saveFile(
      new Blob([validationText(problems, warnings)], { type: 'text/csv;charset=utf-8' }),
      `${stem}-validation.csv`,
    );
  return (
    <Box component="section" sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <StepHeading>
        {nameOf
          ? translate('bulk.problems.cannot', counted(new Set(problems.map(({ row }) => row)).size))
          : translate('bulk.problems.title', counted(problems.length))}
      </StepHeading>
      <Typography color="textSecondary">{translate(nameOf ? 'bulk.problems.rows' : 'bulk.problems.text')}</Typography>
      <PagedRecords
        label="bulk.problems.message"
        rows={problems.map((problem, index) => ({ ...problem, index }))}
        rowId={({ index }) => String(index)}
        columns={[
          nameOf
            ? { name: 'record', label: 'bulk.record', render: ({ row }) => nameOf(row) ?? row }
            : { name: 'line', label: 'bulk.line', render: ({ line }) => <LineNumber line={line} /> },
          {
            name: 'column',
            label: 'bulk.problems.column',
            render: ({ column }) => (
              // Names of columns stay whole.
              <Box component="span" sx={{ overflowWrap: 'normal' }}>
                {column ?? translate('bulk.problems.wholeRow')}
              </Box>
            ),
          },
          { name: 'message', label: 'bulk.problems.message', render: ({ message }) => message },
          {
            name: 'code',
            label: 'bulk.problems.code',
            render: ({ code }) => (
              <Box component="code" sx={{ whiteSpace: 'nowrap' }}>
                {code}
              </Box>
            ),
          },
        ]}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="outlined" startIcon={<Download />} onClick={download}>
          {translate('bulk.problems.download')}
        </Button>
        {onLeaveOut && (
          <Button variant="contained" onClick={onLeaveOut}>
            {translate('bulk.problems.leaveOut')}
          </Button>
        )}
        {onBack && <Button onClick={onBack}>{translate('bulk.results.back')}</Button>}
      </Box>
    </Box>
  );
};

/** The number under its heading; a card has none over it and says what the number is. */
const LineNumber = ({ line }: { line: number }) => {
  const translate = useTranslate();
  return (
    <>
      <Box component="span" sx={{ display: { sm: 'none' } }}>{`${translate('bulk.line')} `}</Box>
      {number.format(line)}
    </>
  );
};
