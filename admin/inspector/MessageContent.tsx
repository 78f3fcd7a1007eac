import Lock from '@mui/icons-material/LockOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useTranslate } from 'react-admin';
import type { MessageRecord, PatientData } from '../../shared/contract/messageSchemas.ts';
import { maskIdentifier } from '../../shared/rules/ccda.ts';
import { displayMessage } from '../../shared/rules/message.ts';
import { formatDate } from '../../shared/rules/dates.ts';
import { DialogButton } from '../components/actions.tsx';
import { LabelButton } from '../components/LabelButton.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { RevealDialog, useReveal } from './MessageReveal.tsx';

const label = (name: string) => `inspector.reveal.${name}`;

/** Subject, text and patients of a message: masked until the user enters a reason. */
export const MessageContent = ({ id }: { id: number }) => {
  const translate = useTranslate();
  const { revealed, mask } = useReveal();
  return (
    <Paper variant="outlined" sx={{ padding: 1.5, marginBottom: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {!revealed && <Lock fontSize="small" sx={{ color: 'text.secondary' }} aria-hidden />}
        <Box sx={{ flexGrow: 1, color: 'text.secondary', minWidth: 0, overflowWrap: 'anywhere' }}>
          {revealed ? translate(label('because'), { reason: revealed.reason }) : translate(label('masked'))}
        </Box>
        {revealed ? (
          <LabelButton label="inspector.actions.hide" size="small" startIcon={<VisibilityOff />} onClick={mask} />
        ) : (
          <DialogButton
            label="inspector.actions.show"
            size="small"
            variant="outlined"
            startIcon={<Visibility />}
            renderDialog={(close) => <RevealDialog id={id} onClose={close} />}
          />
        )}
      </Box>
      {revealed && <ContentSummary record={revealed.record} />}
    </Paper>
  );
};

const ContentSummary = ({ record }: { record: MessageRecord }) => {
  const translate = useTranslate();
  const text = (name: string) => translate(label(name));
  const patients = record.attachments.filter(({ patient }) => patient !== null);
  return (
    <Box sx={{ paddingTop: 1 }}>
      <LabeledValues>
        <LabeledValue label={label('subject')}>{record.subject || text('noSubject')}</LabeledValue>
        <LabeledValue label={label('body')}>{displayMessage(record.body) || text('noBody')}</LabeledValue>
        {patients.length === 0 && <LabeledValue label={label('patient')}>{text('noPatient')}</LabeledValue>}
        {patients.map(({ id, fileName, patient }) => (
          <LabeledValue key={id} label={`${text('patient')} · ${fileName}`}>
            {patient && <Patient patient={patient} />}
          </LabeledValue>
        ))}
      </LabeledValues>
    </Box>
  );
};

const addressOf = ({ streetAddress1, streetAddress2, city, state, postalCode }: PatientData): string =>
  [streetAddress1, streetAddress2, city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');

const Patient = ({ patient }: { patient: PatientData }) => {
  const translate = useTranslate();
  const details = [
    [patient.birthDate && formatDate(patient.birthDate), 'birthDate'],
    [patient.gender, 'gender'],
    // The viewer of the document masks them too, and can unmask them.
    [patient.patientIds.map(({ id }) => maskIdentifier(id)).join(', '), 'ids'],
    [patient.socialSecurityNumbers.join(', '), 'ssn'],
    [addressOf(patient), 'address'],
  ] as const;
  return (
    <>
      <strong>{patient.fullName}</strong>
      {details.map(
        ([value, name]) =>
          value && (
            <div key={name}>
              {translate(label(name))}: {value}
            </div>
          ),
      )}
    </>
  );
};
