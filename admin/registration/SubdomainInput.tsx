import { useQuery } from '@tanstack/react-query';
import { TextInput, useTranslate } from 'react-admin';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { subdomainDebounceMs, subdomainRefusalTexts } from '../../shared/rules/registration.ts';
import { normaliseSubdomain, subdomainMax, subdomainProblem } from '../../shared/rules/subdomain.ts';
import { textAt, useInputText, useRequired } from '../components/RecordForm.tsx';
import type { FieldText } from '../components/recordModel.ts';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/** The subdomain, checked while it is typed: the form at once, the rest by the server, which names the rule (spec 1 section 5). */
export const SubdomainInput = ({ token }: { token: string }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const isRequired = useRequired();
  const { setError, getFieldState, clearErrors } = useFormContext();
  const subdomain = normaliseSubdomain(useInputText('subdomain'));
  const settled = useDebouncedValue(subdomain, subdomainDebounceMs);
  const isChecked = settled !== '' && subdomainProblem(settled) === null;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['registration', 'subdomain', settled],
    queryFn: ({ signal }) => provider.registration.subdomain({ body: { token, subdomain: settled } }, { signal }),
    enabled: isChecked,
    retry: false,
    gcTime: 0,
  });
  const isSettled = isChecked && settled === subdomain && !isFetching;
  const refusal = isSettled ? (data?.refusal ?? null) : null;
  const textOf = (problem: string) => translate('registration.form.refused', { problem });
  const refusedText = refusal === null ? undefined : textOf(subdomainRefusalTexts[refusal]);

  useEffect(() => {
    if (refusedText === undefined) return undefined;
    setError('subdomain', { type: 'server', message: refusedText });
    // It is about what was typed when it was checked.
    return () => {
      if (getFieldState('subdomain').error?.type === 'server') clearErrors('subdomain');
    };
  }, [refusedText, setError, getFieldState, clearErrors]);

  // The refusal of the server as well: the same name in capitals is not checked again.
  const problemOf = (value: FieldText) => {
    if (subdomainProblem(value ?? '') !== null) return textOf(subdomainRefusalTexts.Form);
    return normaliseSubdomain(value ?? '') === settled ? refusedText : undefined;
  };
  const hint = () => {
    if (isChecked && !isSettled) return translate('registration.form.checking');
    if (isSettled && isError) return translate('registration.form.unknown');
    if (isSettled && data?.refusal === null) return translate('registration.form.free', { subdomain });
    return translate('registration.form.subdomainHint');
  };
  return (
    <TextInput
      {...textAt('subdomain', subdomainMax, isRequired('registration.form.subdomain'), problemOf)}
      label="registration.form.subdomain"
      helperText={<span aria-live="polite">{hint()}</span>}
    />
  );
};
