import Alert from '@mui/material/Alert';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { DataTable, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { Session } from '../../shared/contract/userSchemas.ts';
import { ActionDialog, DialogButton } from '../components/actions.tsx';
import { DateTimeField } from '../components/DateTime.tsx';
import { Section } from '../components/FormSection.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { AppCodesDialog, MailedCodesDialog, RecoveryCodesDialog } from './OneTimeCodes.tsx';
import { OwnActivity, OwnProfile } from './OwnProfile.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { useStepUp } from './useStepUp.tsx';

/** The user who is signed in: name, password, one-time codes, sessions. */
export const MyAccountPage = () => {
  const translate = useTranslate();
  return (
    <>
      <PageHeader title={translate('account.title')} />
      <Paper variant="outlined" sx={{ padding: 2, marginBottom: 3 }}>
        <OwnProfile />
        <SignIn />
        <Sessions />
      </Paper>
      <OwnActivity />
    </>
  );
};

const buttons = { display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 1.5 } as const;

const SignIn = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const query = useQuery({ queryKey: ['account', 'signIn'], queryFn: () => provider.account.signIn() });
  return (
    <QueryState query={query} failed="account.failed">
      {({ hasPassword, ...codes }) =>
        hasPassword ? (
          <>
            <Section title="account.password.section">
              <Typography color="textSecondary">{translate('account.password.explained')}</Typography>
              <Box sx={buttons}>
                <DialogButton
                  variant="outlined"
                  label="account.password.change"
                  renderDialog={(close) => <PasswordDialog onClose={close} />}
                />
              </Box>
            </Section>
            <OneTimeCodes {...codes} />
          </>
        ) : (
          <Alert severity="info" sx={{ marginBottom: 3 }}>
            {translate('account.external')}
          </Alert>
        )
      }
    </QueryState>
  );
};

interface CodesProps {
  hasAuthenticator: boolean;
  hasMailedCodes: boolean;
  recoveryCodesLeft: number;
}

const OneTimeCodes = ({ hasAuthenticator, hasMailedCodes, recoveryCodesLeft }: CodesProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { confirmFirst, dialog } = useStepUp();
  const [newCodes, setNewCodes] = useState<readonly string[]>([]);
  const isOn = hasAuthenticator || hasMailedCodes;
  const kind = hasAuthenticator ? 'app' : hasMailedCodes ? 'mail' : 'off';
  return (
    <Section title="account.codes.section">
      <Typography>{translate(`account.codes.state.${kind}`)}</Typography>
      {isOn && (
        <Typography color="textSecondary">
          {translate('account.codes.left', { smart_count: recoveryCodesLeft })}
        </Typography>
      )}
      <Box sx={buttons}>
        {!hasAuthenticator && (
          <DialogButton
            variant={isOn ? 'outlined' : 'contained'}
            label="account.codes.app.setUp"
            renderDialog={(close) => (
              <AppCodesDialog confirmFirst={confirmFirst} onRecoveryCodes={setNewCodes} onClose={close} />
            )}
          />
        )}
        {!isOn && (
          <DialogButton
            variant="outlined"
            label="account.codes.mail.setUp"
            renderDialog={(close) => (
              <MailedCodesDialog confirmFirst={confirmFirst} onRecoveryCodes={setNewCodes} onClose={close} />
            )}
          />
        )}
        {isOn && (
          <>
            <DialogButton
              variant="outlined"
              label="account.codes.recovery.renew"
              renderDialog={(close) => (
                <ActionDialog
                  texts="account.codes.recovery.renew"
                  send={() =>
                    confirmFirst(async () => {
                      const { recoveryCodes } = await provider.account.recoveryCodes();
                      setNewCodes(recoveryCodes);
                    })
                  }
                  done="account.codes.recovery.renewed"
                  failed="account.codes.recovery.failed"
                  changes={['account']}
                  onClose={close}
                />
              )}
            />
            <DialogButton
              variant="outlined"
              label="account.codes.off.turnOff"
              renderDialog={(close) => (
                <ActionDialog
                  texts="account.codes.off.turnOff"
                  send={() => confirmFirst(() => provider.account.disableTwoFactor())}
                  done="account.codes.off.done"
                  failed="account.codes.off.failed"
                  changes={['account', 'users']}
                  onClose={close}
                />
              )}
            />
          </>
        )}
      </Box>
      {newCodes.length > 0 && <RecoveryCodesDialog codes={newCodes} onClose={() => setNewCodes([])} />}
      {dialog}
    </Section>
  );
};

const clients: Readonly<Record<string, string>> = {
  'carepost-web': 'users.sessions.web',
  'carepost-cli': 'users.sessions.commandLine',
};

const Sessions = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const query = useQuery({ queryKey: ['account', 'sessions'], queryFn: () => provider.account.sessions() });
  const rows = query.data?.items;
  return (
    <Section
      title="users.sessions.title"
      actions={
        rows !== undefined &&
        rows.length > 1 && (
          <DialogButton
            variant="outlined"
            label="account.sessions.endOthers"
            renderDialog={(close) => (
              <ActionDialog
                texts="account.sessions.endOthers"
                values={{ smart_count: rows.length - 1 }}
                send={() => provider.account.signOutOthers()}
                done="account.sessions.ended"
                failed="account.sessions.failed"
                changes={['account']}
                onClose={close}
              />
            )}
          />
        )
      }
    >
      <LocalList
        resource="usersessions"
        rows={rows}
        query={query}
        empty="users.sessions.none"
        failedText="users.sessions.failed"
      >
        <RelatedTable label="users.sessions.title">
          <DataTable.Col<Session>
            source="clientId"
            label="users.sessions.client"
            render={({ clientId, isCurrent }) =>
              [
                translate(clients[clientId] ?? clientId, { _: clientId }),
                ...(isCurrent ? [translate('account.sessions.current')] : []),
              ].join(' · ')
            }
          />
          <DataTable.Col source="startedAt" label="users.sessions.startedAt" field={DateTimeField} />
          <DataTable.Col source="expiresAt" label="users.sessions.expiresAt" field={DateTimeField} />
        </RelatedTable>
      </LocalList>
    </Section>
  );
};
