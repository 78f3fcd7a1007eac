import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { required, SelectInput, TextInput, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { Person } from '../../shared/contract/peopleSchemas.ts';
import { organizationRoles, userTextLimits } from '../../shared/rules/user.ts';
import {
  suggestedUsername,
  usernameCheckDelayMs,
  usernameProblem,
  usernameTexts,
} from '../../shared/rules/username.ts';
import { FormSection } from '../components/FormSection.tsx';
import { JobTitleInput } from '../components/JobTitleInput.tsx';
import { inputAt, notBlank, phoneRule, textAt, useInputText, useNameRule } from '../components/RecordForm.tsx';
import { serverMessages } from '../components/serverError.ts';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useProfile } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

const text = (name: keyof typeof userTextLimits) => ({
  ...textAt(name, userTextLimits[name]),
  label: `people.fields.${name}`,
});

/** Name, user name, role and job title of a person. */
export const PersonInputs = ({ stored }: { stored?: Person }) => {
  const { userId } = useProfile();
  const nameRule = useNameRule();
  const isOwn = stored?.id === userId;
  return (
    <FormSection title="people.section">
      <TextInput {...text('firstName')} validate={nameRule('people.fields.firstName')} />
      <TextInput {...text('lastName')} validate={nameRule('people.fields.lastName')} />
      <Box>
        <TextInput {...text('userName')} validate={notBlank} helperText="people.hints.userName" fullWidth />
        <UserNameCheck own={stored?.userName ?? ''} />
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
      <TextInput {...text('phone')} validate={phoneRule(stored?.phone)} />
    </FormSection>
  );
};

type Result = 'invalid' | 'taken' | 'available' | 'failed';

/** Says a second after the last keystroke whether the user name is valid and free (spec 3 section 5). */
const UserNameCheck = ({ own }: { own: string }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { setValue } = useFormContext();
  const typed = useInputText('userName');
  const settled = useDebouncedValue(typed, usernameCheckDelayMs);
  const isChanged = settled !== '' && settled === typed && settled.toLowerCase() !== own.toLowerCase();
  const isValid = usernameProblem(settled) === null;
  const { data, error } = useQuery({
    queryKey: ['people', 'find', settled],
    queryFn: ({ signal }) => provider.people.find({ query: { username: settled } }, { signal }),
    enabled: isChanged && isValid,
    retry: false,
    // The answer is about this moment.
    gcTime: 0,
  });
  const suggestion = isChanged && !isValid ? suggestedUsername(settled) : null;
  const result: Result | null = !isChanged
    ? null
    : !isValid
      ? 'invalid'
      : error
        ? 'failed'
        : data
          ? data.isAvailable
            ? 'available'
            : 'taken'
          : null;
  const isGood = result === 'available';
  return (
    <Box aria-live="polite" sx={{ minHeight: 24, fontSize: 13, color: isGood ? 'success.main' : 'error.main' }}>
      {result && (
        <>
          {isGood ? '✓ ' : '✗ '}
          {result === 'failed'
            ? [translate('people.userNameUnchecked'), ...(error ? serverMessages(error) : [])].join(' ')
            : usernameTexts[result]}
        </>
      )}
      {suggestion !== null && (
        <Button
          size="small"
          onClick={() => setValue('userName', suggestion, { shouldDirty: true, shouldValidate: true })}
          sx={{ marginLeft: 1, textTransform: 'none' }}
        >
          {translate('people.useSuggestion', { name: suggestion })}
        </Button>
      )}
    </Box>
  );
};
