import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { RecordContextProvider, TextInput, useTranslate } from 'react-admin';
import type { Person } from '../../shared/contract/peopleSchemas.ts';
import { userTextLimits } from '../../shared/rules/user.ts';
import { DialogButton, SaveDialog } from '../components/actions.tsx';
import { ConnectedApplications } from '../components/ConnectedApplications.tsx';
import { Section } from '../components/FormSection.tsx';
import { JobTitleInput } from '../components/JobTitleInput.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { PersonActivity } from '../components/PersonActivity.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { notBlank, textAt } from '../components/RecordForm.tsx';
import { type FieldText, textOf } from '../components/recordModel.ts';
import { useProfile } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { useStepUp } from './useStepUp.tsx';

const buttons = { display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 1.5 } as const;

/** The own record with its changes, and the applications that the account is signed in with. */
export const OwnProfile = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { roles, organizationName } = useProfile();
  const query = useQuery({
    queryKey: ['people', 'current'],
    queryFn: ({ signal }) => provider.people.current({}, { signal, fresh: true }),
  });
  const address = useQuery({
    queryKey: ['people', 'ipAddress'],
    queryFn: ({ signal }) => provider.people.ipAddress({}, { signal }),
  });
  return (
    <QueryState query={query} failed="account.profileFailed">
      {(person) => (
        <>
          <Section title="account.profile">
            <LabeledValues minWidth={240}>
              <LabeledValue label="home.name">{person.name}</LabeledValue>
              <LabeledValue label="account.email">{person.userName}</LabeledValue>
              <LabeledValue label="account.jobTitle">{person.jobTitle ?? '–'}</LabeledValue>
              <LabeledValue label="home.role">
                {roles.map((role) => translate(`roles.${role}`)).join(', ')}
              </LabeledValue>
              {organizationName !== null && <LabeledValue label="home.organization">{organizationName}</LabeledValue>}
              <LabeledValue label="account.ipAddress">{address.data?.ipAddress ?? '–'}</LabeledValue>
            </LabeledValues>
            <Box sx={buttons}>
              <DialogButton
                variant="outlined"
                label="account.edit.change"
                renderDialog={(close) => <ProfileDialog person={person} onClose={close} />}
              />
              <EmailButton />
            </Box>
          </Section>
          <ConnectedApplications person={person} />
        </>
      )}
    </QueryState>
  );
};

interface ProfileValues {
  readonly firstName: FieldText;
  readonly lastName: FieldText;
  readonly jobTitle: FieldText;
}

const ProfileDialog = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  const { firstName, lastName, jobTitle, version } = person;
  return (
    <SaveDialog<ProfileValues, unknown>
      title="account.edit.title"
      submitLabel="account.edit.save"
      failureText="account.edit.failed"
      defaultValues={{ firstName, lastName, jobTitle: jobTitle ?? '' }}
      send={({ account }, values) =>
        account.updateProfile({
          body: {
            firstName: textOf(values.firstName),
            lastName: textOf(values.lastName),
            jobTitle: textOf(values.jobTitle) || null,
            version,
          },
        })
      }
      done="account.edit.done"
      changes={['people']}
      onClose={onClose}
    >
      <TextInput {...textAt('firstName', userTextLimits.firstName, notBlank)} label="people.fields.firstName" />
      <TextInput {...textAt('lastName', userTextLimits.lastName, notBlank)} label="people.fields.lastName" />
      <JobTitleInput own={jobTitle} />
    </SaveDialog>
  );
};

/** Asks for the new address; where the sign-in is not recent, the server wants it confirmed first. */
const EmailButton = () => {
  const translate = useTranslate();
  const { confirmFirst, dialog } = useStepUp();
  return (
    <>
      <DialogButton
        variant="outlined"
        label="account.newEmail.change"
        renderDialog={(close) => (
          <SaveDialog<{ readonly email: FieldText }, unknown>
            title="account.newEmail.title"
            submitLabel="account.newEmail.send"
            failureText="account.newEmail.failed"
            defaultValues={{ email: '' }}
            send={({ account }, { email }) =>
              confirmFirst(() => account.changeEmail({ body: { email: textOf(email) } }))
            }
            done="account.newEmail.done"
            changes={[]}
            onClose={close}
          >
            <Typography>{translate('account.newEmail.intro')}</Typography>
            <TextInput {...textAt('email', userTextLimits.userName, notBlank)} label="account.newEmail.email" />
          </SaveDialog>
        )}
      />
      {dialog}
    </>
  );
};

/** What the user did, and what happened to the account. */
export const OwnActivity = () => {
  const { userId } = useProfile();
  return (
    <Section title="account.activity">
      <RecordContextProvider value={{ id: userId }}>
        <PersonActivity isOwn />
      </RecordContextProvider>
    </Section>
  );
};
