import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { typeaheadDebounceMs } from '../../shared/rules/paging.ts';
import { normaliseSubdomain, subdomainMax, subdomainProblem, subdomainText } from '../../shared/rules/subdomain.ts';
import { FormText } from '../components/FormText.tsx';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/** The subdomain, checked with the server while it is typed and once more by the save (spec 1 section 5). */
export const SubdomainField = ({ loaded }: { loaded: Organization | undefined }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { setError } = useFormContext();
  const typed: unknown = useWatch({ name: 'subdomain' });
  const label = normaliseSubdomain(typeof typed === 'string' ? typed : '');
  const settled = useDebouncedValue(label, typeaheadDebounceMs);
  const worthAsking = settled !== '' && settled !== loaded?.subdomain && subdomainProblem(settled) === null;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['subdomain', loaded?.id ?? null, settled],
    queryFn: ({ signal }) => provider.checkSubdomain({ organizationId: loaded?.id, subdomain: settled }, { signal }),
    enabled: worthAsking,
    retry: false,
    gcTime: 0,
  });
  const answered = worthAsking && settled === label && !isFetching;

  useEffect(() => {
    if (answered && data === false) setError('subdomain', { type: 'server', message: subdomainText });
  }, [answered, data, setError]);

  const hint = () => {
    if (worthAsking && !answered) return translate('organizations.subdomain.checking');
    if (answered && isError) return translate('organizations.subdomain.unknown');
    return answered && data === true ? translate('organizations.subdomain.free') : undefined;
  };
  return (
    <FormText
      source="subdomain"
      label="organizations.fields.subdomain"
      required={!loaded}
      maxLength={subdomainMax}
      helperText={<span aria-live="polite">{hint()}</span>}
    />
  );
};
