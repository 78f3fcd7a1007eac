import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { required, TextInput, useTranslate } from 'react-admin';
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { searchDebounceMs } from '../../shared/rules/paging.ts';
import { isUrlCode, urlCodeMax } from '../../shared/rules/reseller.ts';
import { inputAt, useInputText } from '../components/RecordForm.tsx';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { type ResellerFormValues, validateUrlCode } from './resellerModel.ts';

const validators = [required(), validateUrlCode];

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const useUrlCode = (query: { name?: string; urlCode?: string; id?: string }, enabled: boolean) => {
  const provider = useAppDataProvider();
  return useQuery({
    queryKey: ['resellers', 'urlCode', query],
    queryFn: ({ signal }) => provider.resellers.urlCode({ query }, { signal }),
    enabled,
  });
};

/** The URL code: made from the name until one is typed, and looked up once typing pauses. */
export const ResellerUrlCodeField = ({ storedId }: { storedId: string | undefined }) => {
  const translate = useTranslate();
  const { setValue, formState } = useFormContext<ResellerFormValues>();
  const name = useInputText('name');
  const code = useInputText('urlCode');
  const settledName = useDebouncedValue(name, searchDebounceMs);
  const settledCode = useDebouncedValue(code, searchDebounceMs);
  const stored = storedId === undefined ? {} : { id: storedId };
  // A stored reseller has the code of its stored name already.
  const isStoredName = settledName === textOf(formState.defaultValues?.name);
  const isOwn = settledCode === textOf(formState.defaultValues?.urlCode);

  const suggestion = useUrlCode({ name: settledName, ...stored }, settledName !== '' && !isStoredName);
  const check = useUrlCode({ urlCode: settledCode, ...stored }, isUrlCode(settledCode) && !isOwn);

  // A code that the page wrote follows the name until the user types or clears one.
  const written = useRef('');
  const suggested = suggestion.data?.urlCode;
  const isNew = storedId === undefined && name === settledName;
  useEffect(() => {
    if (!isNew || suggested === undefined || code !== written.current || code === suggested) return;
    written.current = suggested;
    setValue('urlCode', suggested, { shouldDirty: true, shouldValidate: true });
  }, [isNew, suggested, code, setValue]);

  const stateOf = (): string => {
    if (code === '' || code !== settledCode || isOwn || !isUrlCode(code)) return 'resellers.urlCodeHint';
    if (check.error) return 'resellers.urlCode.unknown';
    if (!check.data) return 'resellers.urlCode.checking';
    return check.data.isAvailable ? 'resellers.urlCode.free' : 'resellers.urlCode.taken';
  };
  return (
    <Box>
      <TextInput
        {...inputAt('urlCode')}
        validate={validators}
        slotProps={{ htmlInput: { maxLength: urlCodeMax } }}
        helperText={<span aria-live="polite">{translate(stateOf())}</span>}
      />
      {suggested !== undefined && suggested !== '' && suggested !== code && (
        <Button
          size="small"
          onClick={() => setValue('urlCode', suggested, { shouldDirty: true, shouldValidate: true })}
        >
          {translate('resellers.urlCode.suggest', { urlCode: suggested })}
        </Button>
      )}
    </Box>
  );
};
