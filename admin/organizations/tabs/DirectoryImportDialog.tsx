import Add from '@mui/icons-material/AddCircleOutlined';
import Check from '@mui/icons-material/CheckCircleOutlined';
import Edit from '@mui/icons-material/Edit';
import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import HelpOutline from '@mui/icons-material/HelpOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import type SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import type { ImportResult } from '../../../shared/contract/carequality.ts';
import { isOid, oidText, plainOid } from '../../../shared/rules/carequality.ts';
import { ChangesTable } from '../../components/changes/FieldChanges.tsx';
import { DialogFrame } from '../../components/DialogFrame.tsx';
import { LabelButton } from '../../components/LabelButton.tsx';
import { serverMessages } from '../../components/serverError.ts';
import { type Severity, StateChip } from '../../components/StateChip.tsx';
import { TagsBox } from '../../components/TagsInput.tsx';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { useEntryText } from './entryModel.ts';

const label = (name: string) => `carequality.import.${name}`;

/** OIDs of one import, as the contract limits them. */
const maxOids = 100;
const oidProblem = (text: string) => (isOid(text) ? null : `${text}: ${oidText}`);

interface ImportResponse {
  readonly dryRun: boolean;
  readonly results: readonly ImportResult[];
}

/** Whether there is anything to write: an unchanged entry is recorded as read, which ends its drift. */
const hasWork = ({ results }: ImportResponse): boolean =>
  results.some(({ outcome }) => outcome !== 'gone' && outcome !== 'failed');

interface DirectoryImportDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** Imports entries by OID (spec 1 section 2): first what would change, then the import, then its result for each OID. */
export const DirectoryImportDialog = ({ organizationId, onClose }: DirectoryImportDialogProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const [oids, setOids] = useState<readonly string[]>([]);
  const [response, setResponse] = useState<ImportResponse>();
  const [refusal, setRefusal] = useState<string>();
  const preview = useRef<AbortController>(null);
  const text = (name: string, values = {}) => translate(label(name), values);
  // A preview is canceled with its dialog; an import that was sent runs on.
  useEffect(() => () => preview.current?.abort(), []);

  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: (dryRun: boolean) => {
      preview.current = dryRun ? new AbortController() : null;
      return provider.carequality.importEntries(
        { params: { id: organizationId }, body: { oids: [...oids], dryRun } },
        { signal: preview.current?.signal },
      );
    },
    onSuccess: setResponse,
    onSettled: (_response, _error, dryRun) => {
      if (!dryRun) void queries.invalidateQueries({ queryKey: ['directoryentries'] });
    },
  });
  const choose = (chosen: readonly string[]) => {
    setOids(chosen);
    setResponse(undefined);
    setRefusal(undefined);
    reset();
  };
  const send = (dryRun: boolean) => {
    const problem =
      oids.length === 0 ? text('none') : oids.length > maxOids ? text('tooMany', { max: maxOids }) : undefined;
    setRefusal(problem);
    if (problem === undefined) mutate(dryRun);
  };
  const isImporting = isPending && !variables;
  const isDone = response?.dryRun === false;
  const isNothing = response?.dryRun === true && !hasWork(response);
  const failure = refusal === undefined ? (error ? [text('failed'), ...serverMessages(error)] : []) : [refusal];
  const progress = text(isImporting ? 'importing' : 'previewing');
  return (
    <DialogFrame
      title={label('title')}
      working={isImporting}
      isAtTop
      maxWidth="md"
      actions={
        <>
          <LabelButton
            label={isDone ? label('close') : 'components.confirm.cancel'}
            disabled={isImporting}
            onClick={onClose}
          />
          {!response && (
            <LabelButton variant="contained" label={label('preview')} disabled={isPending} onClick={() => send(true)} />
          )}
          {response?.dryRun && (
            <LabelButton
              variant="contained"
              label={label('run')}
              disabled={isPending || isNothing}
              onClick={() => send(false)}
            />
          )}
        </>
      }
      onClose={onClose}
    >
      {!isDone && (
        <TagsBox
          label={text('oids')}
          value={oids}
          onChange={choose}
          problemOf={oidProblem}
          transform={plainOid}
          splitsAtSpaces
          disabled={isPending}
          helperText={text('oidsHint', { max: maxOids })}
        />
      )}
      {isPending && (
        <Box component="output" sx={{ display: 'block' }}>
          <Typography component="span">{progress}</Typography>
          <LinearProgress aria-label={progress} />
        </Box>
      )}
      {failure.length > 0 && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {[...new Set(failure)].map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Alert>
      )}
      {response && <ImportResults key={response.dryRun ? 'preview' : 'done'} response={response} />}
      {isNothing && <Alert severity="info">{text('nothing')}</Alert>}
    </DialogFrame>
  );
};

type Outcome = ImportResult['outcome'];

const chips: Record<Outcome, { icon: typeof SvgIcon; severity: Severity }> = {
  created: { icon: Add, severity: 'good' },
  updated: { icon: Edit, severity: 'good' },
  unchanged: { icon: Check, severity: 'plain' },
  gone: { icon: HelpOutline, severity: 'warning' },
  failed: { icon: ErrorOutline, severity: 'bad' },
};
const outcomes = Object.keys(chips) as Outcome[];

/** Counts, then each OID with its changes field by field. */
const ImportResults = ({ response: { dryRun, results } }: { response: ImportResponse }) => {
  const translate = useTranslate();
  const summary = useRef<HTMLOutputElement>(null);
  // The button that was pressed is gone: the focus moves to the result.
  useEffect(() => summary.current?.focus(), []);
  const counts = outcomes
    .map((outcome) => ({ outcome, count: results.filter((result) => result.outcome === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => translate(label(`counts.${outcome}`), { smart_count: count }));
  return (
    <div>
      <Typography
        component="output"
        ref={summary}
        tabIndex={-1}
        sx={{ display: 'block', fontWeight: 600, '&:focus': { outline: 'none' } }}
      >
        {translate(label(dryRun ? 'wouldDo' : 'done'))} {counts.join(', ')}.
      </Typography>
      {results.map((result) => (
        <Result key={result.oid} result={result} />
      ))}
    </div>
  );
};

const isEmpty = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);

const Result = ({ result: { oid, outcome, displayName, message, changes } }: { result: ImportResult }) => {
  const translate = useTranslate();
  const { fieldName, valueText } = useEntryText();
  // A new entry had no values before.
  const isNew = outcome === 'created';
  const rows = (isNew ? changes.filter(({ after }) => !isEmpty(after)) : changes).map(({ field, before, after }) => ({
    field: fieldName(field),
    before: valueText(field, before),
    after: valueText(field, after),
  }));
  return (
    <Box
      component="section"
      aria-label={oid}
      sx={{ marginTop: 2, borderTop: 1, borderColor: 'divider', paddingTop: 1, overflowWrap: 'anywhere' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        <StateChip {...chips[outcome]} label={label(`outcomes.${outcome}`)} />
        <strong>{displayName ?? oid}</strong>
        {displayName !== null && <span>{oid}</span>}
      </Box>
      {message && <Typography>{message}</Typography>}
      {rows.length > 0 && (
        <ChangesTable
          label={translate(label('changes'), { oid })}
          headings={{
            field: label('field'),
            ...(isNew ? { after: label('value') } : { before: label('before'), after: label('after') }),
          }}
          rows={rows}
        />
      )}
    </Box>
  );
};
