import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { DataTable, ListContextProvider, ResourceContextProvider, useList, useTranslate } from 'react-admin';
import type { BulkAction } from '../../../shared/bulk/action.ts';
import { type Heading, maxFileBytes } from '../../bulk/bulkProtocol.ts';
import { BulkFailure } from '../../bulk/bulkSteps.tsx';
import { ListTable, wrappedCell } from '../../components/ListTable.tsx';
import type { ImportWork } from './useImport.ts';

interface ImportUnderstoodProps {
  action: BulkAction;
  work: ImportWork;
  isChecking: boolean;
}

const checkId = 'import-check';
/** For the focus after a check was stopped. */
export const focusOnCheck = (): void => document.getElementById(checkId)?.focus();

const mebibyte = 1024 * 1024;

/** The detected format and the column of each header; both can be corrected before the check. */
export const ImportUnderstood = ({ action, work, isChecking }: ImportUnderstoodProps) => {
  const translate = useTranslate();
  const { understood, failure, isTooLarge } = work;
  if (isTooLarge) {
    return <Alert severity="error">{translate('imports.file.tooLarge', { size: maxFileBytes / mebibyte })}</Alert>;
  }
  if (failure !== null) return <BulkFailure title={translate('imports.detected.checkFailed')} error={failure} />;
  if (!understood) return <Typography color="textSecondary">{translate('imports.detected.opening')}</Typography>;
  const { notes, headings, problem } = understood;
  const isClear = problem === null && headings.every((heading) => heading.problem === null);
  return (
    <>
      <Typography>{notes.join(', ')}</Typography>
      <Headings headings={headings} action={action} work={work} />
      {problem !== null && <Alert severity="warning">{problem}</Alert>}
      <Box>
        <Button
          id={checkId}
          variant="contained"
          disabled={!isClear}
          aria-disabled={isChecking || undefined}
          onClick={() => !isChecking && work.check()}
        >
          {translate('imports.detected.check')}
        </Button>
      </Box>
    </>
  );
};

type HeadingRow = Heading & { readonly id: number };

interface HeadingsProps {
  headings: readonly Heading[];
  action: BulkAction;
  work: ImportWork;
}

const Headings = ({ headings, action, work }: HeadingsProps) => {
  const translate = useTranslate();
  const list = useList<HeadingRow>({
    data: headings.map((heading) => ({ ...heading, id: heading.index })),
    perPage: headings.length,
  });
  const nameOf = ({ heading, index }: Heading) =>
    heading.trim() === '' ? translate('imports.detected.nameless', { position: index + 1 }) : heading;
  return (
    <ResourceContextProvider value="importheadings">
      <ListContextProvider value={list}>
        <ListTable emptyText="components.paging.none" rowClick={false} aria-label={translate('imports.detected.title')}>
          <DataTable.Col<HeadingRow>
            source="heading"
            label="imports.detected.header"
            disableSort
            cellClassName={wrappedCell}
            render={nameOf}
          />
          <DataTable.Col<HeadingRow>
            source="column"
            label="imports.detected.column"
            disableSort
            cellClassName={wrappedCell}
            render={(row) => <HeadingChoice heading={row} name={nameOf(row)} action={action} work={work} />}
          />
        </ListTable>
      </ListContextProvider>
    </ResourceContextProvider>
  );
};

interface HeadingChoiceProps extends Pick<HeadingsProps, 'action' | 'work'> {
  heading: Heading;
  name: string;
}

/** The column of a header; an unknown one has to be chosen or ignored. */
const HeadingChoice = ({ heading, name: label, action, work }: HeadingChoiceProps) => {
  const translate = useTranslate();
  const { column, problem } = heading;
  const isUnknown = problem !== null;
  return (
    <TextField
      select
      fullWidth
      value={isUnknown ? 'unknown' : (column ?? '')}
      error={isUnknown}
      helperText={problem}
      onChange={(event) => work.setColumn(heading.heading, event.target.value === '' ? null : event.target.value)}
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
