import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { AuditEntry } from '../../shared/contract/audit.ts';
import { StateChip } from '../components/StateChip.tsx';

const states = {
  Success: { icon: CheckCircle, tone: 'good' },
  Refused: { icon: Block, tone: 'warning' },
  Invalid: { icon: ErrorIcon, tone: 'bad' },
} as const;

/** How a deed ended; with the code of what was not carried out. */
export const AuditOutcomeChip = ({ outcome, code }: Pick<AuditEntry, 'outcome'> & { code?: string | null }) => {
  const translate = useTranslate();
  return (
    <>
      <StateChip {...states[outcome]} label={translate(`audit.outcomes.${outcome}`)} />
      {code && <Box sx={{ color: 'text.secondary', fontSize: 12 }}>{code}</Box>}
    </>
  );
};
