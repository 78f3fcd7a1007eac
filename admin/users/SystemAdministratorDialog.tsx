import { required, SelectInput, TextInput, useTranslate } from 'react-admin';
import { systemAdministratorRoles, userTextLimits } from '../../shared/rules/user.ts';
import { DialogButton, SaveDialog } from '../components/actions.tsx';
import { inputAt, notBlank, textAt } from '../components/RecordForm.tsx';
import { type FieldText, textOf } from '../components/recordModel.ts';
import { UserNameCheck } from '../components/UserNameCheck.tsx';

interface NewAdministrator {
  readonly firstName: FieldText;
  readonly lastName: FieldText;
  readonly userName: FieldText;
  readonly roleName: (typeof systemAdministratorRoles)[number];
}

const empty: NewAdministrator = { firstName: '', lastName: '', userName: '', roleName: 'SysAdmin' };
const label = (field: string) => `users.fields.${field}`;

/** Adds a system administrator, who gets a mail to create the password. */
export const SystemAdministratorButton = () => (
  <DialogButton
    variant="outlined"
    label="users.administrator.add"
    renderDialog={(close) => <SystemAdministratorDialog onClose={close} />}
  />
);

const SystemAdministratorDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  return (
    <SaveDialog<NewAdministrator, { readonly userName: string }>
      title="users.administrator.title"
      submitLabel="users.administrator.submit"
      failureText="users.administrator.failed"
      defaultValues={empty}
      send={({ users }, { firstName, lastName, userName, roleName }) =>
        users.createSystemAdministrator({
          body: { firstName: textOf(firstName), lastName: textOf(lastName), userName: textOf(userName), roleName },
        })
      }
      done={({ userName }) => translate('users.administrator.added', { userName })}
      changes={['users']}
      onClose={onClose}
    >
      <TextInput {...textAt('firstName', userTextLimits.firstName, notBlank)} label={label('firstName')} />
      <TextInput {...textAt('lastName', userTextLimits.lastName, notBlank)} label={label('lastName')} />
      <TextInput
        {...textAt('userName', userTextLimits.userName, notBlank)}
        label={label('userName')}
        helperText="users.hints.userName"
      />
      <UserNameCheck source="userName" />
      <SelectInput
        {...inputAt('roleName')}
        label={label('roleName')}
        validate={required()}
        choices={systemAdministratorRoles.map((id) => ({ id, name: `roles.${id}` }))}
      />
    </SaveDialog>
  );
};
