import { required, SelectInput, TextInput, useRecordContext } from 'react-admin';
import type { User } from '../../shared/contract/userSchemas.ts';
import { organizationRoles, userTextLimits } from '../../shared/rules/user.ts';
import { FormSection } from '../components/FormSection.tsx';
import { inputAt, notBlank, phoneRule, textAt, useNameRule } from '../components/RecordForm.tsx';

interface UserInputsProps {
  /** Before the sources: new users have their fields in `userDetails`. */
  prefix?: '' | 'userDetails.';
  /** False for system administrators, whose role is changed by an action. */
  hasRole?: boolean;
}

/** Name, user name and role of a user. */
export const UserInputs = ({ prefix = '', hasRole = true }: UserInputsProps) => {
  const stored = useRecordContext<User>();
  const nameRule = useNameRule();
  const text = (name: keyof typeof userTextLimits) => ({
    ...textAt(`${prefix}${name}`, userTextLimits[name]),
    label: `users.fields.${name}`,
  });
  return (
    <FormSection title="users.section">
      <TextInput {...text('firstName')} validate={nameRule('users.fields.firstName')} />
      <TextInput {...text('lastName')} validate={nameRule('users.fields.lastName')} />
      <TextInput {...text('userName')} validate={notBlank} helperText="users.hints.userName" />
      {hasRole && (
        <SelectInput
          margin="none"
          {...inputAt(`${prefix}roleName`)}
          label="users.fields.roleName"
          validate={required()}
          choices={organizationRoles.map((id) => ({ id, name: `roles.${id}` }))}
        />
      )}
      <TextInput {...text('jobTitle')} />
      <TextInput {...text('phone')} validate={phoneRule(stored?.phone)} />
    </FormSection>
  );
};
