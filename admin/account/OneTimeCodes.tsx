import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { TextInput, useTranslate } from 'react-admin';
import { useEffect, useRef } from 'react';
import { SaveDialog } from '../components/actions.tsx';
import { CopyButton } from '../components/CopyButton.tsx';
import { DialogFrame } from '../components/DialogFrame.tsx';
import { QrCode } from '../components/QrCode.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { notBlank, textAt } from '../components/RecordForm.tsx';
import { type FieldText, textOf } from '../components/recordModel.ts';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';

const texts = 'account.codes';

interface DialogProps {
  /** Asks for a confirmation where the sign-in is not recent. */
  confirmFirst: <T>(change: () => Promise<T>) => Promise<T>;
  /** The codes that come with the first kind of one-time codes; none with the second. The page shows them: the button of this dialog goes. */
  onRecoveryCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

interface SetUpProps extends DialogProps {
  /** What the user starts with: the key of the app, or a mail. Kept in memory as long as the dialog. */
  load: (provider: AppDataProvider) => Promise<{ readonly secret: string; readonly uri: string } | null>;
  enable: (provider: AppDataProvider, code: string) => Promise<{ recoveryCodes: string[] }>;
  kind: 'app' | 'mail';
}

/** Turns one kind of one-time codes on with a first code. */
const SetUpDialog = ({ load, enable, kind, confirmFirst, onRecoveryCodes, onClose }: SetUpProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  // No query, which is sent again when the network returns: each start makes another key or mail, and ends the one before.
  const { data, error, mutate } = useMutation({ mutationFn: () => confirmFirst(() => load(provider)), gcTime: 0 });
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    mutate();
  }, [mutate]);
  return (
    <SaveDialog<{ readonly code: FieldText }, { recoveryCodes: string[] }>
      title={`${texts}.${kind}.title`}
      submitLabel={`${texts}.turnOn`}
      failureText={`${texts}.failed`}
      defaultValues={{ code: '' }}
      send={async (methods, { code }) => {
        const response = await confirmFirst(() => enable(methods, textOf(code)));
        onRecoveryCodes(response.recoveryCodes);
        return response;
      }}
      done={`${texts}.done`}
      changes={['account', 'users']}
      onClose={onClose}
    >
      <QueryState query={{ data, error, refetch: () => mutate() }} failed={`${texts}.failed`}>
        {(key) => (
          <>
            <Typography>{translate(`${texts}.${kind}.intro`)}</Typography>
            {key && <AppKey {...key} />}
            <TextInput {...textAt('code', 20, notBlank)} label={`${texts}.code`} helperText={`${texts}.codeHint`} />
          </>
        )}
      </QueryState>
    </SaveDialog>
  );
};

const AppKey = ({ secret, uri }: { secret: string; uri: string }) => {
  const translate = useTranslate();
  return (
    <>
      <Box sx={{ alignSelf: 'center', lineHeight: 0 }}>
        <QrCode text={uri} label={translate(`${texts}.app.qr`)} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component="code" sx={{ fontSize: 16, overflowWrap: 'anywhere', userSelect: 'all' }}>
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Box>
        <CopyButton text={secret} label={`${texts}.app.copy`} />
      </Box>
      <Link href={uri}>{translate(`${texts}.app.open`)}</Link>
    </>
  );
};

export const AppCodesDialog = (props: DialogProps) => (
  <SetUpDialog
    {...props}
    kind="app"
    load={({ users }) => users.startTwoFactor({})}
    enable={({ users }, code) => users.enableTwoFactor({ body: { code } })}
  />
);

export const MailedCodesDialog = (props: DialogProps) => (
  <SetUpDialog
    {...props}
    kind="mail"
    load={async ({ users }) => {
      await users.sendCode({});
      return null;
    }}
    enable={({ users }, code) => users.enableMailedCodes({ query: { code } })}
  />
);

/** Recovery codes, displayed once: only the button closes the dialog. */
export const RecoveryCodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const translate = useTranslate();
  return (
    <DialogFrame
      title={`${texts}.recovery.title`}
      maxWidth="sm"
      working
      actions={
        <Button variant="contained" onClick={onClose}>
          {translate(`${texts}.recovery.close`)}
        </Button>
      }
      onClose={onClose}
    >
      <Typography>{translate(`${texts}.recovery.text`)}</Typography>
      <Box
        component="ul"
        sx={{ columnCount: { xs: 1, sm: 2 }, listStyle: 'none', margin: 0, padding: 0, fontFamily: 'monospace' }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <CopyButton text={codes.join('\n')} label={`${texts}.recovery.copy`} />
    </DialogFrame>
  );
};
