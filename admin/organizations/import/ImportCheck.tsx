import Alert from '@mui/material/Alert';
import Paper from '@mui/material/Paper';
import { useTranslate } from 'react-admin';
import type { BulkAction } from '../../../shared/bulk/action.ts';
import { BulkPlanning } from '../../bulk/BulkPlanning.tsx';
import { BulkProblems } from '../../bulk/BulkProblems.tsx';
import { fileStem, number } from '../../bulk/bulkWords.ts';
import { focusOnCheck } from './ImportUnderstood.tsx';
import { type ImportWork, mostRows } from './useImport.ts';

interface ImportCheckProps {
  work: ImportWork;
  action: BulkAction;
}

/** The check of all rows, offline: how far it is, and everything that is wrong. */
export const ImportCheck = ({ work: { check, stop }, action }: ImportCheckProps) => {
  const translate = useTranslate();
  const halt = () => {
    stop();
    focusOnCheck();
  };
  if (check.step === 'none' || check.step === 'right') return null;
  return (
    <Paper variant="outlined" sx={{ padding: 2, marginBottom: 2 }}>
      {check.step === 'checking' && (
        <BulkPlanning title={translate('imports.understood.checking')} rows={check.rows} total={null} onStop={halt} />
      )}
      {check.step === 'tooMany' && (
        <Alert severity="error">{translate('imports.understood.tooMany', { count: number.format(mostRows) })}</Alert>
      )}
      {check.step === 'wrong' && (
        <BulkProblems problems={check.problems} warnings={check.warnings} stem={fileStem(action.name)} />
      )}
    </Paper>
  );
};
