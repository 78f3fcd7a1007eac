import Add from '@mui/icons-material/AddCircleOutlined';
import Check from '@mui/icons-material/CheckCircleOutlined';
import Edit from '@mui/icons-material/Edit';
import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import HelpOutline from '@mui/icons-material/HelpOutlined';
import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useEffect, useRef } from 'react';
import type { ImportResult } from '../../../shared/contract/carequality.ts';
import { isEmptyValue } from '../../components/formRules.ts';
import { type RecordColumn, RecordTable } from '../../components/RecordTable.tsx';
import { StateChip, type Tone } from '../../components/StateChip.tsx';
import type { ImportAnswer } from './useDirectoryImport.ts';
import { useEntryText } from './useEntryText.ts';

type Outcome = ImportResult['outcome'];
type Change = ImportResult['changes'][number];

const chips: Record<Outcome, { icon: typeof SvgIcon; tone: Tone }> = {
  created: { icon: Add, tone: 'good' },
  updated: { icon: Edit, tone: 'good' },
  unchanged: { icon: Check, tone: 'plain' },
  gone: { icon: HelpOutline, tone: 'warning' },
  failed: { icon: ErrorOutline, tone: 'bad' },
};

const outcomes = Object.keys(chips) as Outcome[];

/** What the import would do or has done: the counts, then each OID with its changes field by field. */
export const ImportResults = ({ answer: { dryRun, results } }: { answer: ImportAnswer }) => {
  const translate = useTranslate();
  const summary = useRef<HTMLOutputElement>(null);
  // The button that brought this here is gone; whoever works by keyboard goes on from what it brought.
  useEffect(() => summary.current?.focus(), []);
  const counts = outcomes
    .map((outcome) => ({ outcome, count: results.filter((result) => result.outcome === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => translate(`carequality.import.counts.${outcome}`, { smart_count: count }));
  return (
    <div>
      <Typography
        component="output"
        ref={summary}
        tabIndex={-1}
        sx={{ display: 'block', fontWeight: 600, '&:focus': { outline: 'none' } }}
      >
        {translate(`carequality.import.${dryRun ? 'wouldDo' : 'done'}`)} {counts.join(', ')}.
      </Typography>
      {results.map((result) => (
        <Result key={result.oid} result={result} />
      ))}
    </div>
  );
};

const Result = ({ result: { oid, outcome, displayName, message, changes } }: { result: ImportResult }) => {
  const translate = useTranslate();
  const { fieldName, valueText } = useEntryText();
  const isNew = outcome === 'created';
  // Nothing stood there before a new entry, so only what it gets is shown.
  const shown = isNew ? changes.filter(({ after }) => !isEmptyValue(after)) : changes;
  const columns: RecordColumn<Change>[] = [
    { name: 'field', label: 'carequality.import.field', render: ({ field }) => fieldName(field) },
    { name: 'before', label: 'carequality.import.before', render: ({ field, before }) => valueText(field, before) },
    {
      name: 'after',
      label: `carequality.import.${isNew ? 'value' : 'after'}`,
      render: ({ field, after }) => valueText(field, after),
    },
  ];
  return (
    <Box
      component="section"
      aria-label={oid}
      sx={{ marginTop: 2, borderTop: 1, borderColor: 'divider', paddingTop: 1, overflowWrap: 'anywhere' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        <StateChip {...chips[outcome]} label={translate(`carequality.import.outcomes.${outcome}`)} />
        <strong>{displayName ?? oid}</strong>
        {displayName !== null && <span>{oid}</span>}
      </Box>
      {message && <Typography>{message}</Typography>}
      {shown.length > 0 && (
        <RecordTable
          label={translate('carequality.import.changes', { oid })}
          rows={shown}
          rowId={({ field }) => field}
          columns={isNew ? columns.filter(({ name }) => name !== 'before') : columns}
        />
      )}
    </Box>
  );
};
