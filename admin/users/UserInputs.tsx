import Box from '@mui/material/Box';
import { required, SelectInput, TextInput } from 'react-admin';
import type { User } from '../../shared/contract/userSchemas.ts';
import { organizationRoles, userTextLimits } from '../../shared/rules/user.ts';
import { FormSection } from '../components/FormSection.tsx';
import { OwnAccountLink } from '../components/OwnAccountLink.tsx';
import { inputAt, notBlank, phoneRule, textAt, type TextRules, useNameRule } from '../components/RecordForm.tsx';
import { UserNameCheck } from '../components/UserNameCheck.tsx';
import { useIsOwnUser } from './useIsOwnUser.ts';

interface UserInputsProps {
  stored?: User;
  /** Before the sources: new users have their fields in `userDetails`. */
  prefix?: '' | 'userDetails.';
  /** False for system administrators, whose role is changed by an action. */
  hasRole?: boolean;
}

/** Name, user name and role of a user. */
export const UserInputs = ({ stored, prefix = '', hasRole = true }: UserInputsProps) => {
  const nameRule = useNameRule();
  const isOwn = useIsOwnUser(stored);
  const text = (name: keyof typeof userTextLimits, ...rules: TextRules) => ({
    ...textAt(`${prefix}${name}`, userTextLimits[name], ...rules),
    label: `users.fields.${name}`,
  });
  return (
    <FormSection title="users.section">
      <TextInput {...text('firstName', nameRule('users.fields.firstName'))} />
      <TextInput {...text('lastName', nameRule('users.fields.lastName'))} />
      <Box>
        <TextInput
          {...text('userName', notBlank)}
          readOnly={isOwn}
          helperText={isOwn ? <OwnAccountLink /> : 'users.hints.userName'}
          fullWidth
        />
        <UserNameCheck source={`${prefix}userName`} own={stored?.userName} />
      </Box>
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
      <TextInput {...text('phone', phoneRule(stored?.phone))} />
    </FormSection>
  );
};
