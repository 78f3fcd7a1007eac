import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { LinkBase, type SortPayload, useGetList, useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { Feature } from '../../shared/contract/features.ts';
import type { PlanItem } from '../../shared/contract/plans.ts';
import type { ResellerItem } from '../../shared/contract/resellers.ts';
import { FirstMatchInput } from '../components/FirstMatchInput.tsx';
import { inputAt } from '../components/RecordForm.tsx';

/** Resources an organization points at, with the page size that loads all of their records. */
const sizes = {
  brands: 100,
  directproviders: 20,
  features: 1000,
  networks: 5000,
  organizationtypes: 1000,
  plans: 100,
  resellers: 5000,
  specialties: 5000,
};
type LookupName = keyof typeof sizes;
interface Named {
  readonly id: string;
  readonly name: string;
}
type LookupItem<Name extends LookupName> = Name extends 'plans'
  ? PlanItem
  : Name extends 'resellers'
    ? ResellerItem
    : Name extends 'features'
      ? Feature
      : Named;

const byName: SortPayload = { field: 'name', order: 'ASC' };
const freshMs = 60_000;
const onError = () => undefined;

/** All records of a resource that an organization can point at; cached for a minute. */
export const useLookup = <Name extends LookupName>(resource: Name, enabled = true) => {
  const { data, error, isPending, refetch } = useGetList<LookupItem<Name>>(
    resource,
    { pagination: { page: 1, perPage: sizes[resource] }, sort: byName },
    { staleTime: freshMs, retry: false, enabled, onError },
  );
  return { items: data, error, isPending, retry: () => void refetch() };
};

/** Resources with a page of their own. */
const hasPage = new Set<LookupName>(['networks', 'resellers', 'brands', 'plans', 'specialties']);

interface LookupInputProps {
  source: string;
  reference: LookupName;
}

/** Points at a record of another resource, such as the brand or the network. */
export const LookupInput = ({ source, reference }: LookupInputProps) => {
  const { items, error, isPending, retry } = useLookup(reference);
  return (
    <LookupLink source={source} reference={reference}>
      <FirstMatchInput
        {...inputAt(source)}
        choices={items ?? []}
        isPending={isPending}
        {...(error && { helperText: <LookupFailed onRetry={retry} /> })}
      />
    </LookupLink>
  );
};

export const LookupFailed = ({ onRetry }: { onRetry: () => void }) => {
  const translate = useTranslate();
  return (
    <>
      {translate('components.form.lookupFailed')}{' '}
      <Button size="small" onClick={onRetry}>
        {translate('components.states.retry')}
      </Button>
    </>
  );
};

/** An input with a link to the chosen record beside it, in a new tab, so that nothing typed here is lost. */
export const LookupLink = ({ source, reference, children }: LookupInputProps & { children: ReactNode }) => {
  const translate = useTranslate();
  const id: unknown = useWatch({ name: source });
  const { items } = useLookup(reference);
  const chosen = items?.find((item) => item.id === id);
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>{children}</Box>
      {hasPage.has(reference) && chosen && (
        <IconButton
          component={LinkBase}
          to={`/admin/${reference}/${encodeURIComponent(chosen.id)}`}
          target="_blank"
          rel="noopener"
          size="small"
          aria-label={translate('organizations.openRecord', { name: chosen.name })}
          sx={{ marginTop: 0.5 }}
        >
          <OpenInNew fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
};
