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
import { RevealDialog, useReveal } from './MessageReveal.tsx';

/** Subject, text and patients of a message: masked until the user enters a reason. */
export const MessageContent = ({ id }: { id: number }) => {
  const translate = useTranslate();
  const { revealed, mask } = useReveal();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const text = (name: string, values = {}) => translate(`inspector.reveal.${name}`, values);
  return (
    <Paper variant="outlined" sx={{ padding: 1.5, marginBottom: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {!revealed && <Lock fontSize="small" sx={{ color: 'text.secondary' }} aria-hidden />}
        <Box sx={{ flexGrow: 1, color: 'text.secondary', minWidth: 0, overflowWrap: 'anywhere' }}>
          {revealed ? text('because', { reason: revealed.reason }) : text('masked')}
        </Box>
        {revealed ? (
          <Button size="small" startIcon={<VisibilityOff />} onClick={mask}>
            {translate('inspector.actions.hide')}
          </Button>
        ) : (
          <Button size="small" variant="outlined" startIcon={<Visibility />} onClick={() => setIsDialogOpen(true)}>
            {translate('inspector.actions.show')}
          </Button>
        )}
      </Box>
      {revealed && <ContentSummary record={revealed.record} />}
      {isDialogOpen && <RevealDialog id={id} onClose={() => setIsDialogOpen(false)} />}
    </Paper>
  );
};

const ContentSummary = ({ record }: { record: MessageRecord }) => {
  const translate = useTranslate();
  const text = (name: string) => translate(`inspector.reveal.${name}`);
  const patients = record.attachments.filter(({ patient }) => patient !== null);
  return (
    <Box sx={{ paddingTop: 1 }}>
      <LabeledValues>
        <LabeledValue label={text('subject')}>{record.subject || text('noSubject')}</LabeledValue>
        <LabeledValue label={text('body')}>{displayMessage(record.body) || text('noBody')}</LabeledValue>
        {patients.length === 0 && <LabeledValue label={text('patient')}>{text('noPatient')}</LabeledValue>}
        {patients.map(({ id, fileName, patient }) => (
          <LabeledValue key={id} label={`${text('patient')} · ${fileName}`}>
            {patient && <Patient patient={patient} />}
          </LabeledValue>
        ))}
      </LabeledValues>
    </Box>
  );
};

const Patient = ({ patient }: { patient: PatientFacts }) => {
  const translate = useTranslate();
  const details = [
    [patient.birthDate && formatDate(patient.birthDate), 'birthDate'],
    [patient.gender, 'gender'],
    // The viewer of the document masks them too, and can unmask them.
    [patient.patientIds.map(({ id }) => maskIdentifier(id)).join(', '), 'ids'],
  ] as const;
  return (
    <>
      <strong>{patient.fullName}</strong>
      {details.map(
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
