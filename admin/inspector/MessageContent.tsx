import Lock from '@mui/icons-material/LockOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { MessageRecord, PatientFacts } from '../../shared/contract/messageSchemas.ts';
import { maskIdentifier } from '../../shared/rules/ccda.ts';
import { displayMessage } from '../../shared/rules/message.ts';
import { formatDate } from '../../shared/rules/dates.ts';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { RevealDialog } from './RevealDialog.tsx';
import { useRevealed } from './revealed.ts';

/** Subject, text and patients of a message: masked until a reason is given. */
export const MessageContent = ({ id }: { id: number }) => {
  const translate = useTranslate();
  const { revealed, mask } = useRevealed();
  const [asking, setAsking] = useState(false);
  const word = (name: string, values = {}) => translate(`inspector.reveal.${name}`, values);
  return (
    <Paper variant="outlined" sx={{ padding: 1.5, marginBottom: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {!revealed && <Lock fontSize="small" sx={{ color: 'text.secondary' }} aria-hidden />}
        <Box sx={{ flexGrow: 1, color: 'text.secondary', minWidth: 0, overflowWrap: 'anywhere' }}>
          {revealed ? word('because', { reason: revealed.reason }) : word('masked')}
        </Box>
        {revealed ? (
          <Button size="small" startIcon={<VisibilityOff />} onClick={mask}>
            {translate('inspector.actions.hide')}
          </Button>
        ) : (
          <Button size="small" variant="outlined" startIcon={<Visibility />} onClick={() => setAsking(true)}>
            {translate('inspector.actions.show')}
          </Button>
        )}
      </Box>
      {revealed && <ContentSummary record={revealed.record} />}
      {asking && <RevealDialog id={id} onClose={() => setAsking(false)} />}
    </Paper>
  );
};

const ContentSummary = ({ record }: { record: MessageRecord }) => {
  const translate = useTranslate();
  const word = (name: string) => translate(`inspector.reveal.${name}`);
  const patients = record.attachments.filter(({ patient }) => patient !== null);
  return (
    <Box sx={{ paddingTop: 1 }}>
      <LabeledValues>
        <LabeledValue label={word('subject')}>{record.subject || word('noSubject')}</LabeledValue>
        <LabeledValue label={word('body')}>{displayMessage(record.body) || word('noBody')}</LabeledValue>
        {patients.length === 0 && <LabeledValue label={word('patient')}>{word('noPatient')}</LabeledValue>}
        {patients.map(({ id, fileName, patient }) => (
          <LabeledValue key={id} label={`${word('patient')} · ${fileName}`}>
            {patient && <Patient patient={patient} />}
          </LabeledValue>
        ))}
      </LabeledValues>
    </Box>
  );
};

const Patient = ({ patient }: { patient: PatientFacts }) => {
  const translate = useTranslate();
  const facts = [
    [patient.birthDate && formatDate(patient.birthDate), 'birthDate'],
    [patient.gender, 'gender'],
    // As the document itself shows them; there they can be unmasked.
    [patient.patientIds.map(({ id }) => maskIdentifier(id)).join(', '), 'ids'],
  ] as const;
  return (
    <>
      <strong>{patient.fullName}</strong>
      {facts.map(
        ([value, name]) =>
          value && (
            <div key={name}>
              {translate(`inspector.reveal.${name}`)}: {value}
            </div>
          ),
      )}
    </>
  );
};
