import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { email, Form, maxLength, TextInput, useTranslate } from 'react-admin';
import { useState } from 'react';
import { emailText } from '../../shared/rules/email.ts';
import { userTextLimits } from '../../shared/rules/user.ts';
import { notBlank } from '../components/RecordForm.tsx';
import type { FieldText } from '../components/recordModel.ts';
import { fieldErrorsOf, serverMessages } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

interface Values {
  readonly emailAddress: FieldText;
}

/** The address that the mail goes to. `invitation` is the token of an invitation that does not work any more. */
export const EmailStep = ({ invitation }: { invitation?: string | undefined }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const [sentTo, setSentTo] = useState<string>();

  const send = async (values: object) => {
    const emailAddress = ((values as Values).emailAddress ?? '').trim();
    setWorking(true);
    setFailure([]);
    setTyped(emailAddress);
    try {
      await provider.registration.start({
        body: { emailAddress, ...(invitation === undefined ? {} : { invitation }) },
      });
      setSentTo(emailAddress);
      return undefined;
    } catch (error) {
      const { emailAddress: atField } = fieldErrorsOf(error);
      if (atField !== undefined) return { emailAddress: atField };
      setFailure(serverMessages(error));
      return undefined;
    } finally {
      setWorking(false);
    }
  };

  if (sentTo !== undefined)
    return (
      <>
        <Typography variant="h6" component="h2" gutterBottom>
          {translate('registration.sent.title')}
        </Typography>
        <Typography component="output" gutterBottom>
          {translate('registration.sent.text', { email: sentTo })}
        </Typography>
        <Typography color="textSecondary">{translate('registration.sent.none')}</Typography>
        <Button sx={{ marginTop: 1 }} onClick={() => setSentTo(undefined)}>
          {translate('registration.sent.again')}
        </Button>
      </>
    );
  return (
    <Form defaultValues={{ emailAddress: typed }} record={{}} onSubmit={send} noValidate disableInvalidFormNotification>
      <Typography sx={{ marginBottom: 2 }}>{translate('registration.email.text')}</Typography>
      <TextInput
        source="emailAddress"
        label="registration.email.label"
        type="email"
        fullWidth
        validate={[notBlank, email(emailText), maxLength(userTextLimits.userName)]}
        slotProps={{ htmlInput: { autoComplete: 'email' } }}
      />
      <div aria-live="polite">
        {failure.length > 0 && (
          <Alert severity="error" sx={{ marginBottom: 2 }}>
            {failure.join(' ')}
          </Alert>
        )}
      </div>
      <Button type="submit" variant="contained" disabled={working}>
        {translate(working ? 'registration.email.sending' : 'registration.email.send')}
      </Button>
    </Form>
  );
};
