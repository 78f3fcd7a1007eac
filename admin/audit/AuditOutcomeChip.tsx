import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { AuditEntry } from '../../shared/contract/audit.ts';
import { StateChip } from '../components/StateChip.tsx';

const states = {
  Success: { icon: CheckCircle, severity: 'good' },
  Refused: { icon: Block, severity: 'warning' },
  Invalid: { icon: ErrorIcon, severity: 'bad' },
} as const;

/** Outcome of an action, with the error code of one that was not carried out. */
export const AuditOutcomeChip = ({ outcome, code }: Pick<AuditEntry, 'outcome'> & { code?: string | null }) => {
  const translate = useTranslate();
  return (
    <>
      <StateChip {...states[outcome]} label={translate(`audit.outcomes.${outcome}`)} />
      {code && <Box sx={{ color: 'text.secondary', fontSize: 12 }}>{code}</Box>}
    </>
  );
};
