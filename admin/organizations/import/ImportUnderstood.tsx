import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { BulkAction } from '../../../shared/bulk/action.ts';
import { BulkFailure } from '../../bulk/BulkFailure.tsx';
import { RecordTable } from '../../components/RecordTable.tsx';
import { HeadingChoice, headingText } from './HeadingChoice.tsx';
import type { ImportWork } from './useImport.ts';
import { largestFile } from './useImport.ts';

interface ImportUnderstoodProps {
  action: BulkAction;
  work: ImportWork;
}

/** Where the focus goes when a check is stopped. */
export const focusOnCheck = (): void => document.getElementById(checkId)?.focus();
const checkId = 'import-check';

const mebibyte = 1024 * 1024;

/** How the file was read and which heading stands for which column; both can be put right before anything is checked. */
export const ImportUnderstood = ({ action, work }: ImportUnderstoodProps) => {
  const translate = useTranslate();
  const { understood, failure, isTooLarge, check } = work;
  if (isTooLarge) {
    return <Alert severity="error">{translate('imports.file.tooLarge', { size: largestFile / mebibyte })}</Alert>;
  }
  if (failure !== null) return <BulkFailure title={translate('imports.understood.checkFailed')} error={failure} />;
  if (!understood) return <Typography color="textSecondary">{translate('imports.understood.opening')}</Typography>;
  const { notes, headings, problem } = understood;
  const isClear = problem === null && headings.every((heading) => heading.problem === null);
  return (
    <>
      <Typography>{notes.join(', ')}</Typography>
      <RecordTable
        label="imports.understood.title"
        rows={headings}
        rowId={({ index }) => String(index)}
        columns={[
          { name: 'heading', label: 'imports.understood.header', render: (heading) => headingText(heading, translate) },
          {
            name: 'column',
            label: 'imports.understood.column',
            render: (heading) => (
              <HeadingChoice
                heading={heading}
                action={action}
                onChange={(column) => work.setColumn(heading.heading, column)}
              />
            ),
          },
        ]}
      />
      {problem !== null && <Alert severity="warning">{problem}</Alert>}
      <Box>
        <Button
          id={checkId}
          variant="contained"
          disabled={!isClear}
          aria-disabled={check.step === 'checking' || undefined}
          onClick={() => check.step !== 'checking' && void work.run()}
        >
          {translate('imports.understood.check')}
        </Button>
      </Box>
    </>
  );
};
