import { useQuery } from '@tanstack/react-query';
import Link from '@mui/material/Link';
import { LinkBase, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { isNpi } from '../../shared/rules/npi.ts';
import { typeaheadDebounceMs } from '../../shared/rules/paging.ts';
import { FormText } from '../components/FormText.tsx';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { editorPath } from './organizationColumns.tsx';

/** The NPI with its check digit, and which other organizations carry it. */
export const NpiField = ({ ownId }: { ownId: string | undefined }) => {
  const provider = useAppDataProvider();
  const typed: unknown = useWatch({ name: 'npi' });
  const npi = useDebouncedValue(typeof typed === 'string' ? typed.trim() : '', typeaheadDebounceMs);
  const { data, isFetching, isError } = useQuery({
    queryKey: ['npi', npi],
    queryFn: ({ signal }) => provider.npi(npi, { signal }),
    enabled: isNpi(npi),
    retry: false,
  });
  return (
    <FormText
      source="npi"
      label="organizations.fields.npi"
      maxLength={15}
      helperText={
        isNpi(npi) && (
          <span aria-live="polite">
            <Carriers
              state={isFetching ? 'checking' : isError ? 'unknown' : 'free'}
              others={data?.organizations.filter(({ id }) => id !== ownId) ?? []}
            />
          </span>
        )
      }
    />
  );
};

interface CarriersProps {
  state: 'checking' | 'unknown' | 'free';
  others: readonly { readonly id: string; readonly name: string }[];
}

const Carriers = ({ state, others }: CarriersProps) => {
  const translate = useTranslate();
  if (state !== 'free' || others.length === 0) return translate(`organizations.npi.${state}`);
  const [before = '', after = ''] = translate('organizations.npi.carriedBy', { names: '\n' }).split('\n');
  return (
    <>
      {before}
      {others.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link component={LinkBase} to={editorPath(id)} target="_blank" rel="noopener">
            {name}
          </Link>
        </span>
      ))}
      {after}
    </>
  );
};
