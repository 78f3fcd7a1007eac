import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { DataTable, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Session, SignInEvent, User } from '../../shared/contract/userSchemas.ts';
import { DateTimeField } from '../components/DateTime.tsx';
import { Section } from '../components/FormSection.tsx';
import { RelatedList, RelatedTable } from '../components/RelatedList.tsx';
import { useIsOwnUser } from './useIsOwnUser.ts';

/** Where a user is signed in, and the history of sign-ins. The menu of the user ends all sessions; the own record sets up one-time codes. */
export const UserSignIn = ({ user }: { user: User }) => {
  const translate = useTranslate();
  const isOwn = useIsOwnUser(user);
  const clients: Readonly<Record<string, string>> = {
    'carepost-web': 'users.sessions.web',
    'carepost-cli': 'users.sessions.commandLine',
  };
  return (
    <Paper variant="outlined" sx={{ padding: 2 }}>
      {isOwn && !user.hasTwoFactor && (
        <Section title="account.codes.section">
          <Typography gutterBottom>{translate('users.twoFactor.own')}</Typography>
          <Button variant="outlined" component={Link} to="/account/profile">
            {translate('users.twoFactor.openAccount')}
          </Button>
        </Section>
      )}
      <Section title="users.sessions.title">
        <RelatedList
          reference="usersessions"
          target="userId"
          empty="users.sessions.none"
          failedText="users.sessions.failed"
        >
          <RelatedTable label="users.sessions.title">
            <DataTable.Col<Session>
              source="clientId"
              label="users.sessions.client"
              render={({ clientId }) => translate(clients[clientId] ?? clientId, { _: clientId })}
            />
            <DataTable.Col source="startedAt" label="users.sessions.startedAt" field={DateTimeField} />
            <DataTable.Col source="expiresAt" label="users.sessions.expiresAt" field={DateTimeField} />
          </RelatedTable>
        </RelatedList>
      </Section>
      <Section title="users.signIns.title">
        <Typography color="textSecondary" gutterBottom>
          {translate('users.signIns.intro')}
        </Typography>
        <RelatedList
          reference="usersignins"
          target="userId"
          perPage={10}
          empty="users.signIns.none"
          failedText="users.signIns.failed"
        >
          <RelatedTable label="users.signIns.title">
            <DataTable.Col source="at" label="users.signIns.at" field={DateTimeField} />
            <DataTable.Col<SignInEvent>
              source="action"
              label="users.signIns.event"
              render={({ action }) => translate(`activity.history.actions.${action}`, { _: action })}
            />
            <DataTable.Col<SignInEvent>
              source="method"
              label="users.signIns.method"
              render={({ method }) => method !== null && translate(`users.signIns.methods.${method}`, { _: method })}
            />
            <DataTable.Col source="address" label="users.signIns.address" />
          </RelatedTable>
        </RelatedList>
      </Section>
    </Paper>
  );
};
