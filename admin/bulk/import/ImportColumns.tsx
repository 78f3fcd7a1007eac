import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { DataTable, useTranslate } from 'react-admin';
import type { BulkAction } from '../../../shared/bulk/action.ts';
import { type DetectedColumns, type Heading, maxFileBytes } from '../bulkProtocol.ts';
import { BulkFailure } from '../bulkSteps.tsx';
import { LocalList, RelatedTable } from '../../components/RelatedList.tsx';

const checkId = 'import-check';
/** For the focus after a check was stopped. */
export const focusOnCheck = (): void => document.getElementById(checkId)?.focus();

const mebibyte = 1024 * 1024;

interface ImportColumnsProps {
  action: BulkAction;
  isTooLarge: boolean;
  /** Null while the file is read. */
  detected: DetectedColumns | null;
  failure: unknown;
  isChecking: boolean;
  onColumn: (heading: string, column: string | null) => void;
  onCheck: () => void;
}

/** The detected format and the column of each header; both can be corrected before the check. */
export const ImportColumns = (props: ImportColumnsProps) => {
  const { action, isTooLarge, detected, failure, isChecking, onColumn, onCheck } = props;
  const translate = useTranslate();
  if (isTooLarge) {
    return <Alert severity="error">{translate('imports.file.tooLarge', { size: maxFileBytes / mebibyte })}</Alert>;
  }
  if (failure !== null) return <BulkFailure title="imports.detected.checkFailed" error={failure} />;
  if (!detected) return <Typography color="textSecondary">{translate('imports.detected.opening')}</Typography>;
  const { notes, headings, problem } = detected;
  const isComplete = problem === null && headings.every((heading) => heading.problem === null);
  const nameOf = ({ heading, index }: Heading) =>
    heading.trim() === '' ? translate('imports.detected.nameless', { position: index + 1 }) : heading;
  return (
    <>
      <Typography>{notes.join(', ')}</Typography>
      <LocalList resource="importheadings" rows={headings.map((heading) => ({ ...heading, id: heading.index }))}>
        <RelatedTable label="imports.detected.title">
          <DataTable.Col<HeadingRow> source="heading" label="imports.detected.header" render={nameOf} />
          <DataTable.Col<HeadingRow>
            source="column"
            label="imports.detected.column"
            render={(row) => <HeadingColumn heading={row} label={nameOf(row)} action={action} onColumn={onColumn} />}
          />
        </RelatedTable>
      </LocalList>
      {problem !== null && <Alert severity="warning">{problem}</Alert>}
      <Box>
        <Button
          id={checkId}
          variant="contained"
          disabled={!isComplete}
          aria-disabled={isChecking || undefined}
          onClick={() => !isChecking && onCheck()}
        >
          {translate('imports.detected.check')}
        </Button>
      </Box>
    </>
  );
};

type HeadingRow = Heading & { readonly id: number };

interface HeadingColumnProps extends Pick<ImportColumnsProps, 'action' | 'onColumn'> {
  heading: Heading;
  label: string;
}

/** The column of a header; an unknown one has to be chosen or ignored. */
const HeadingColumn = ({ heading: { heading, column, problem }, label, action, onColumn }: HeadingColumnProps) => {
  const translate = useTranslate();
  const isUnknown = problem !== null;
  return (
    <TextField
      select
      fullWidth
      value={isUnknown ? 'unknown' : (column ?? '')}
      error={isUnknown}
      helperText={problem}
      onChange={({ target }) => onColumn(heading, target.value === '' ? null : target.value)}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': label } }}
    >
      {isUnknown && (
        <option value="unknown" disabled>
          {translate('imports.detected.unknown')}
        </option>
      )}
      <option value="">{translate('imports.detected.ignore')}</option>
      {action.columns.map(({ name, required }) => (
        <option key={name} value={name}>
          {required ? `${name} (${translate('imports.action.required')})` : name}
        </option>
      ))}
    </TextField>
  );
};
