import { FormLookup } from '../components/FormLookup.tsx';
import { LookupLink } from './LookupLink.tsx';
import { type LookupName, useLookup } from './useLookup.ts';

/** A field that points at a record of a lookup, such as the brand or the network. */
export const LookupField = ({ source, lookup }: { source: string; lookup: LookupName }) => {
  const { items, error, isPending, retry } = useLookup(lookup);
  return (
    <LookupLink source={source} lookup={lookup}>
      <FormLookup
        source={source}
        label={`organizations.fields.${source}`}
        options={items}
        loading={isPending}
        failed={error !== null}
        onRetry={retry}
      />
    </LookupLink>
  );
};
