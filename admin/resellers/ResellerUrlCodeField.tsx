import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { required, TextInput, useTranslate } from 'react-admin';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { searchDebounceMs } from '../../shared/rules/paging.ts';
import { isUrlCode, urlCodeMax } from '../../shared/rules/reseller.ts';
import { inputAt } from '../components/RecordForm.tsx';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { type ResellerFormValues, validateUrlCode } from './resellerModel.ts';

const validators = [required(), validateUrlCode];

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The URL code: made from the name as long as nobody typed one, and looked up once typing pauses. */
export const ResellerUrlCodeField = ({ storedId }: { storedId: string | undefined }) => {
  const translate = useTranslate();
  const { setValue, formState } = useFormContext<ResellerFormValues>();
  const name = textOf(useWatch({ name: 'name' }));
  const code = textOf(useWatch({ name: 'urlCode' }));
  const settledName = useDebouncedValue(name, searchDebounceMs);
  const settledCode = useDebouncedValue(code, searchDebounceMs);
  const isOwn = settledCode === textOf(formState.defaultValues?.urlCode);

  const suggestion = useAnswer(
    'resellers',
    'urlCode',
    { query: { name: settledName, ...(storedId === undefined ? {} : { id: storedId }) } },
    // For the name it has a stored reseller has its code already.
    { enabled: settledName !== '' && settledName !== textOf(formState.defaultValues?.name) },
  );
  const check = useAnswer(
    'resellers',
    'urlCode',
    { query: { urlCode: settledCode, ...(storedId === undefined ? {} : { id: storedId }) } },
    { enabled: isUrlCode(settledCode) && !isOwn },
  );

  // What the page wrote itself is no choice of the reader: it follows the name until a code is typed or taken away.
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
