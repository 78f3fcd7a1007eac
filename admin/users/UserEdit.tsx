import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import { LinkBase, PasswordInput, RadioButtonGroupInput, required, useParams, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { User } from '../../shared/contract/userSchemas.ts';
import { passwordMaxLength, passwordProblem } from '../../shared/rules/password.ts';
import { SectionTabs } from '../components/SectionTabs.tsx';
import { DateTime } from '../components/DateTime.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { OrganizationInput } from '../components/OrganizationInput.tsx';
import { inputAt, RecordForm, textAt } from '../components/RecordForm.tsx';
import type { FieldText } from '../components/recordModel.ts';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { UserAccess } from './UserAccess.tsx';
import { UserIdProof } from './UserIdProof.tsx';
import { UserInputs } from './UserInputs.tsx';
import { AccountStateChip } from '../components/AccountState.tsx';
import { UserMenu } from './userActions.tsx';
import { UserOrganizations } from './UserOrganizations.tsx';
import { UserSignIn } from './UserSignIn.tsx';
import { newUserModel, userModel } from './userModel.ts';

/** Sections of a user by sub-path, in order; the first is the user's own address. */
const userTabs = ['details', 'organizations', 'signin', 'access'] as const;
type UserTab = (typeof userTabs)[number];

const tabOf = (path: string | undefined): UserTab => userTabs.find((tab) => tab === path) ?? 'details';

const tabAddress = (id: string, tab: UserTab): string => {
  const address = `/admin/users/${encodeURIComponent(id)}`;
  return tab === 'details' ? address : `${address}/${tab}`;
};

/** One user in sections by sub-path. A deleted one can only be read. */
export const UserEdit = () => {
  const translate = useTranslate();
  const tab = tabOf(useParams()['*']);
  return (
    <RecordEdit<User>
      section={translate(`users.tabs.${tab}`)}
      hasOwnDelete
      actions={<UserMenu />}
      render={(user) => <UserSections user={user} tab={tab} />}
    />
  );
};

interface UserSectionsProps {
  user: User;
  tab: UserTab;
}

/** The form stays where it is while another section is on screen, so nothing typed is lost. */
const UserSections = ({ user, tab }: UserSectionsProps) => {
  const translate = useTranslate();
  return (
    <>
      <SectionTabs texts="users.tabs" names={userTabs} tab={tab} addressOf={(name) => tabAddress(user.id, name)} />
      <Box role="tabpanel" id="panel-details" aria-labelledby="tab-details" hidden={tab !== 'details'}>
        {user.isDeleted ? (
          <Paper variant="outlined" sx={{ padding: 2 }}>
            <Alert severity="info" sx={{ marginBottom: 2 }}>
              {translate('users.deletedText')}
            </Alert>
            <UserSummary user={user} />
          </Paper>
        ) : (
          <>
            <RecordForm model={userModel} stored={user}>
              <UserInputs stored={user} hasRole={!user.isSysAdmin} />
              <UserSummary user={user} />
            </RecordForm>
            <UserIdProof user={user} />
          </>
        )}
      </Box>
      {tab !== 'details' && (
        <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
          {tab === 'organizations' && <UserOrganizations user={user} />}
          {tab === 'signin' && <UserSignIn user={user} />}
          {tab === 'access' && <UserAccess user={user} />}
        </Box>
      )}
    </>
  );
};

const UserSummary = ({ user }: { user: User }) => {
  const translate = useTranslate();
  const label = (field: string) => `users.fields.${field}`;
  return (
    <LabeledValues>
      <LabeledValue label={label('state')}>
        <AccountStateChip {...user} />
      </LabeledValue>
      {user.isSysAdmin && <LabeledValue label={label('roleName')}>{translate(`roles.${user.roleName}`)}</LabeledValue>}
      {user.organizationId !== null && (
        <LabeledValue label={label('organizationName')}>
          <Link component={LinkBase} to={`/admin/organizations/${encodeURIComponent(user.organizationId)}`}>
            {user.organizationName}
          </Link>
        </LabeledValue>
      )}
      {user.networkId !== null && (
        <LabeledValue label={label('networkName')}>
          <Link component={LinkBase} to={`/admin/networks/${encodeURIComponent(user.networkId)}`}>
            {user.networkName}
          </Link>
        </LabeledValue>
      )}
      <LabeledValue label={label('createDate')}>
        <DateTime value={user.createDate} />
      </LabeledValue>
      <LabeledValue label={label('lastLoginDate')}>
        {user.lastLoginDate === null ? (
          translate('users.states.neverSignedIn')
        ) : (
          <DateTime value={user.lastLoginDate} />
        )}
      </LabeledValue>
      <LabeledValue label={label('hasPassword')}>
        {translate(user.hasPassword ? 'users.password.created' : 'users.password.missing')}
      </LabeledValue>
      {!user.hasPassword && user.invitedAt !== null && (
        <LabeledValue label={label('invitedAt')}>
          <DateTime value={user.invitedAt} />
        </LabeledValue>
      )}
      <LabeledValue label={label('hasTwoFactor')}>
        {translate(user.hasTwoFactor ? 'users.twoFactor.on' : 'users.twoFactor.off')}
      </LabeledValue>
      {user.deletedAt !== null && (
        <LabeledValue label={label('deletedAt')}>
          <DateTime value={user.deletedAt} />
        </LabeledValue>
      )}
    </LabeledValues>
  );
};

/** A new user of an organization, with a mail to create the password or with a first one. */
export const UserCreate = () => (
  <RecordCreate>
    <RecordForm model={newUserModel} opensWhenCreated>
      <UserInputs prefix="userDetails." />
      <FormSection title="users.organizationSection">
        <OrganizationInput label="users.fields.organizationId" isRequired />
      </FormSection>
      <FormSection title="users.passwordSection">
        <RadioButtonGroupInput
          {...inputAt('firstPassword')}
          label="users.fields.firstPassword"
          choices={['mail', 'typed'].map((id) => ({ id, name: `users.firstPasswords.${id}` }))}
          validate={required()}
        />
        <FirstPasswordInput />
      </FormSection>
    </RecordForm>
  </RecordCreate>
);

const FirstPasswordInput = () => {
  const translate = useTranslate();
  const isTyped = useWatch<Record<string, unknown>>({ name: 'firstPassword' }) === 'typed';
  if (!isTyped) return null;
  const validate = (value: unknown, { userDetails }: { userDetails?: { userName?: FieldText } }) => {
    const text = typeof value === 'string' ? value : '';
    const problem = passwordProblem(text, userDetails?.userName ?? '');
    return problem === null ? undefined : `${translate('users.fields.password')} ${problem}.`;
  };
  return (
    <PasswordInput
      {...textAt('password', passwordMaxLength, validate)}
      slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
      label="users.fields.password"
      required
      helperText="users.hints.password"
    />
  );
};
