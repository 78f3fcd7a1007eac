import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import {
  suggestedUsername,
  usernameCheckDelayMs,
  usernameProblem,
  usernameTexts,
} from '../../shared/rules/username.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { useInputText } from './RecordForm.tsx';
import { serverMessages } from './serverError.ts';
import { useDebouncedValue } from './useDebouncedValue.ts';

type Result = 'invalid' | 'taken' | 'available' | 'failed';

/** Says a second after the last keystroke whether the user name is valid and free (spec 3 section 5); `own` is the one of the stored record. */
export const UserNameCheck = ({ source, own = '' }: { source: string; own?: string | undefined }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { setValue } = useFormContext();
  const typed = useInputText(source);
  const settled = useDebouncedValue(typed, usernameCheckDelayMs);
  const isChanged = settled !== '' && settled === typed && settled.toLowerCase() !== own.toLowerCase();
  const isValid = usernameProblem(settled) === null;
  const { data, error } = useQuery({
    queryKey: ['userNames', settled],
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
            ? [translate('components.userName.unchecked'), ...(error ? serverMessages(error) : [])].join(' ')
            : usernameTexts[result]}
        </>
      )}
      {suggestion !== null && (
        <Button
          size="small"
          onClick={() => setValue(source, suggestion, { shouldDirty: true, shouldValidate: true })}
          sx={{ marginLeft: 1, textTransform: 'none' }}
        >
          {translate('components.userName.use', { name: suggestion })}
        </Button>
      )}
    </Box>
  );
};
