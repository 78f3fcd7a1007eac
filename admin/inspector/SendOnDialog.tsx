import Typography from '@mui/material/Typography';
import { SelectInput, useTranslate } from 'react-admin';
import { wholeAddressProblem } from '../../shared/rules/directAddress.ts';
import { sendAttachmentsAs } from '../../shared/rules/message.ts';
import { SaveDialog } from '../components/actions.tsx';
import { inputAt, useRequired } from '../components/RecordForm.tsx';
import { TagsInput } from '../components/TagsInput.tsx';
import { ReasonInput } from './MessageReveal.tsx';

interface SendOnValues {
  readonly to: readonly string[];
  readonly attachmentsAs: (typeof sendAttachmentsAs)[number];
  readonly reason: string;
}

const defaultValues: SendOnValues = { to: [], attachmentsAs: 'Original', reason: '' };
const choices = sendAttachmentsAs.map((name) => ({ id: name, name }));

/** Sends a message on, its attachments as Original, PDF or CDA (spec 1 section 2, message action bar). */
export const SendOnDialog = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const translate = useTranslate();
  const required = useRequired();
  return (
    <SaveDialog
      title={translate('inspector.sendOn.title', { id })}
      submitLabel="inspector.sendOn.submit"
      defaultValues={defaultValues}
      send={({ messages }, { to, attachmentsAs, reason }) => {
        const body = { to: [...to], attachmentsAs, reason: reason.trim() };
        return messages.sendCopy({ params: { id }, body }, { idempotencyKey: crypto.randomUUID() });
      }}
      done={({ mailMessageId }) => translate('inspector.sendOn.done', { id: mailMessageId })}
      changes={['messages']}
      onClose={onClose}
      failureText="inspector.sendOn.failed"
    >
      <Typography>{translate('inspector.sendOn.text')}</Typography>
      <TagsInput
        source="to"
        label="inspector.sendOn.to"
        helperText="inspector.sendOn.toHint"
        required
        splitsAtSpaces
        problemOf={(address) =>
          wholeAddressProblem(address) === null ? null : translate('inspector.sendOn.invalid', { address })
        }
      />
      <SelectInput
        {...inputAt('attachmentsAs')}
        label="inspector.sendOn.as"
        choices={choices}
        translateChoice={false}
        validate={required('inspector.sendOn.as')}
      />
      <ReasonInput />
    </SaveDialog>
  );
};
