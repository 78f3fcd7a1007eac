import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'react-admin';
import { wholeAddressProblem } from '../../shared/rules/directAddress.ts';
import { sendAttachmentsAs } from '../../shared/rules/message.ts';
import { FormDialog } from '../components/FormDialog.tsx';
import { FormSelect } from '../components/FormSelect.tsx';
import { FormTags } from '../components/FormTags.tsx';
import { FormTextArea } from '../components/FormTextArea.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { reasonMinimum } from './revealed.ts';

interface SendOnDialogProps {
  id: number;
  onClose: () => void;
}

interface SendOn {
  readonly to: readonly string[];
  readonly attachmentsAs: (typeof sendAttachmentsAs)[number];
  readonly reason: string | null;
}

const empty: SendOn = { to: [], attachmentsAs: 'Original', reason: '' };
const choices = sendAttachmentsAs.map((name) => ({ id: name, name }));

/** Sends a message on, its attachments as Original, PDF or CDA (spec 1 section 2, message action bar). */
export const SendOnDialog = ({ id, onClose }: SendOnDialogProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const word = (name: string, values = {}) => translate(`inspector.sendOn.${name}`, { id, ...values });
  const send = async ({ to, attachmentsAs, reason }: SendOn) => {
    const body = { to: [...to], attachmentsAs, reason: (reason ?? '').trim() };
    const options = { idempotencyKey: crypto.randomUUID() };
    const { mailMessageId } = await provider.call('messages', 'sendCopy', { params: { id }, body }, options);
    notify(word('done', { id: mailMessageId }), { type: 'success' });
  };
  return (
    <FormDialog<SendOn>
      title={word('title')}
      submitLabel={word('submit')}
      defaultValues={empty}
      validate={({ reason }) =>
        (reason ?? '').trim().length < reasonMinimum ? { reason: translate('inspector.reveal.short') } : {}
      }
      onSubmit={send}
      onClose={onClose}
      failureText={word('failed')}
    >
      <Typography>{word('text')}</Typography>
      <FormTags
        source="to"
        label={word('to')}
        required
        splitsAtSpaces
        helperText={word('toHint')}
        problemOf={(address) => (wholeAddressProblem(address) === null ? null : word('invalid', { address }))}
      />
      <FormSelect source="attachmentsAs" label={word('as')} options={choices} required />
      <FormTextArea
        source="reason"
        label={word('reason')}
        helperText={translate('inspector.reveal.reasonHint')}
        required
        rows={2}
        maxLength={500}
      />
    </FormDialog>
  );
};
