import Box from '@mui/material/Box';
import { required, SelectInput, TextInput } from 'react-admin';
import type { Person } from '../../shared/contract/peopleSchemas.ts';
import { organizationRoles, userTextLimits } from '../../shared/rules/user.ts';
import { FormSection } from '../components/FormSection.tsx';
import { JobTitleInput } from '../components/JobTitleInput.tsx';
import { OwnAccountLink } from '../components/OwnAccountLink.tsx';
import { inputAt, notBlank, phoneRule, textAt, type TextRules, useNameRule } from '../components/RecordForm.tsx';
import { UserNameCheck } from '../components/UserNameCheck.tsx';
import { useProfile } from '../providers/appContext.ts';

const text = (name: keyof typeof userTextLimits, ...rules: TextRules) => ({
  ...textAt(name, userTextLimits[name], ...rules),
  label: `people.fields.${name}`,
});

/** Name, user name, role and job title of a person. */
export const PersonInputs = ({ stored }: { stored?: Person }) => {
  const { userId } = useProfile();
  const nameRule = useNameRule();
  const isOwn = stored?.id === userId;
  return (
    <FormSection title="people.section">
      <TextInput {...text('firstName', nameRule('people.fields.firstName'))} />
      <TextInput {...text('lastName', nameRule('people.fields.lastName'))} />
      <Box>
        <TextInput
          {...text('userName', notBlank)}
          readOnly={isOwn}
          helperText={isOwn ? <OwnAccountLink /> : 'people.hints.userName'}
          fullWidth
        />
        <UserNameCheck source="userName" own={stored?.userName} />
      </Box>
      <SelectInput
        margin="none"
        {...inputAt('roleName')}
        label="people.fields.roleName"
        validate={required()}
        // Administrators do not demote themselves.
        readOnly={isOwn}
        helperText={isOwn ? 'people.hints.ownRole' : 'people.hints.role'}
        choices={organizationRoles.map((id) => ({ id, name: `roles.${id}` }))}
      />
      <JobTitleInput own={stored?.jobTitle ?? null} />
      <TextInput {...text('phone', phoneRule(stored?.phone))} />
    </FormSection>
  );
};
