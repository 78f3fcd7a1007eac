import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, NumberInput, TextInput, useTranslate } from 'react-admin';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import type { PlanItem } from '../../shared/contract/plans.ts';
import type { ResellerItem } from '../../shared/contract/resellers.ts';
import { isNpi } from '../../shared/rules/npi.ts';
import { typeaheadDebounceMs } from '../../shared/rules/paging.ts';
import { freePlanUserLimit, plansFor, unlimitedUsers } from '../../shared/rules/plan.ts';
import { resellerChange, resellerTypes } from '../../shared/rules/reseller.ts';
import { defaultCountry, states } from '../../shared/rules/states.ts';
import { normaliseSubdomain, subdomainMax, subdomainProblem, subdomainText } from '../../shared/rules/subdomain.ts';
import { DateTime } from '../components/DateTime.tsx';
import { FeaturesInput } from '../components/FeaturesInput.tsx';
import { FirstMatchInput } from '../components/FirstMatchInput.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { inputAt, textAt, useInputText } from '../components/RecordForm.tsx';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { LookupFailed, LookupInput, LookupLink, useLookup } from './LookupInput.tsx';
import { editorPath } from './organizationActions.tsx';
import { textLimits } from './organizationModel.ts';

/** Details tab, the default one. */
export const OrganizationDetailsInputs = ({ stored }: { stored: Organization | undefined }) => {
  return (
    <>
      <FormSection title="organizations.sections.identity">
        <TextInput {...textAt('name', textLimits.name)} required />
        <SubdomainInput loaded={stored} />
        <LookupInput source="brandId" reference="brands" />
        <LookupInput source="networkDbId" reference="networks" />
        <LookupInput source="typeId" reference="organizationtypes" />
        <LookupInput source="specialtyId" reference="specialties" />
      </FormSection>
      <ResellerPlanInputs loaded={stored} />
      <FormSection title="organizations.sections.identifiers">
        <NpiInput ownId={stored?.id} />
        <TextInput {...textAt('ssoUrl', textLimits.ssoUrl)} type="url" />
      </FormSection>
      <AddressInputs />
      {/* Features offered to organizations (spec 1 section 6). */}
      <FormSection title="organizations.sections.features">
        <FeaturesInput
          label="organizations.features.label"
          isOffered={({ isEnabled, isOrganizationFeature }) => isEnabled && isOrganizationFeature}
          present={stored?.enabledFeatures ?? []}
          noneText="organizations.features.none"
          retiredText="organizations.features.retired"
        />
      </FormSection>
      {stored && <AuditFields organization={stored} />}
    </>
  );
};

/** The subdomain, checked with the server while it is typed and once more by the save (spec 1 section 5). */
const SubdomainInput = ({ loaded }: { loaded: Organization | undefined }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { setError } = useFormContext();
  const label = normaliseSubdomain(useInputText('subdomain'));
  const settled = useDebouncedValue(label, typeaheadDebounceMs);
  const isChecked = settled !== '' && settled !== loaded?.subdomain && subdomainProblem(settled) === null;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['subdomain', loaded?.id ?? null, settled],
    queryFn: ({ signal }) =>
      provider.organizations.subdomainIsValid(
        { query: { organizationId: loaded?.id, subdomain: settled } },
        { signal },
      ),
    enabled: isChecked,
    retry: false,
    gcTime: 0,
  });
  const isSettled = isChecked && settled === label && !isFetching;

  useEffect(() => {
    if (isSettled && data === false) setError('subdomain', { type: 'server', message: subdomainText });
  }, [isSettled, data, setError]);

  const hint = () => {
    if (isChecked && !isSettled) return translate('organizations.subdomain.checking');
    if (isSettled && isError) return translate('organizations.subdomain.unknown');
    return isSettled && data === true ? translate('organizations.subdomain.free') : undefined;
  };
  return (
    <TextInput
      {...textAt('subdomain', subdomainMax)}
      required={!loaded}
      helperText={<span aria-live="polite">{hint()}</span>}
    />
  );
};

/** The NPI with its check digit, and which other organizations use it. */
const NpiInput = ({ ownId }: { ownId: string | undefined }) => {
  const provider = useAppDataProvider();
  const npi = useDebouncedValue(useInputText('npi'), typeaheadDebounceMs);
  const { data, isFetching, isError } = useQuery({
    queryKey: ['npi', npi],
    queryFn: ({ signal }) => provider.organizations.npi({ query: { npiNumber: npi } }, { signal }),
    enabled: isNpi(npi),
    retry: false,
  });
  return (
    <TextInput
      {...textAt('npi', 15)}
      helperText={
        isNpi(npi) && (
          <span aria-live="polite">
            <NpiHint
              state={isFetching ? 'checking' : isError ? 'unknown' : 'free'}
              others={data?.organizations.filter(({ id }) => id !== ownId) ?? []}
            />
          </span>
        )
      }
    />
  );
};

interface NpiHintProps {
  state: 'checking' | 'unknown' | 'free';
  others: readonly { readonly id: string; readonly name: string }[];
}

const NpiHint = ({ state, others }: NpiHintProps) => {
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

/** Primary Contact tab. */
export const OrganizationContactInputs = () => (
  <FormSection title="organizations.sections.contact">
    <TextInput {...textAt('contact.firstName', textLimits['contact.firstName'])} />
    <TextInput {...textAt('contact.lastName', textLimits['contact.lastName'])} />
    <TextInput {...textAt('contact.title', textLimits['contact.title'])} />
    <TextInput {...textAt('contact.email', 255)} type="email" />
    <TextInput {...textAt('contact.phone', 25)} type="tel" />
    <TextInput {...textAt('contact.fax', 25)} type="tel" />
  </FormSection>
);

const stateChoices = states.map(({ code, name }) => ({ id: code, name: `${name} (${code})` }));

/** Address and telephone; the list of states belongs to the United States only. */
const AddressInputs = () => {
  const country = useInputText('address.country');
  const isUnitedStates = country === '' || country === defaultCountry;
  return (
    <FormSection title="organizations.sections.address">
      <TextInput {...textAt('address.street', textLimits['address.street'])} />
      <TextInput {...textAt('address.city', textLimits['address.city'])} />
      {isUnitedStates ? (
        <FirstMatchInput {...inputAt('address.state')} choices={stateChoices} />
      ) : (
        <TextInput {...textAt('address.state', 2)} />
      )}
      <TextInput {...textAt('address.zip', 10)} />
      <TextInput {...textAt('address.country', 2)} helperText="organizations.countryHint" />
      <TextInput {...textAt('phone', 25)} type="tel" />
      <TextInput {...textAt('fax', 25)} type="tel" />
    </FormSection>
  );
};

/** Audit fields (spec 1 section 2). */
export const AuditFields = ({ organization }: { organization: Organization }) => (
  <FormSection title="organizations.sections.audit">
    <LabeledValues>
      <LabeledValue label="organizations.fields.createdBy">{organization.createdBy}</LabeledValue>
      <LabeledValue label="organizations.fields.createDate">
        <DateTime value={organization.createDate} />
      </LabeledValue>
      <LabeledValue label="organizations.fields.modifiedBy">{organization.modifiedBy}</LabeledValue>
      <LabeledValue label="organizations.fields.modifiedDate">
        <DateTime value={organization.modifiedDate} />
      </LabeledValue>
    </LabeledValues>
  </FormSection>
);

const noPlans: readonly PlanItem[] = [];

/** Number of users, reseller and plan, which bind each other (spec 1 section 4). */
const ResellerPlanInputs = ({ loaded }: { loaded: Organization | undefined }) => {
  return (
    <FormSection title="organizations.sections.plan">
      <NumberInput {...inputAt('numberOfUsers')} margin="none" required min={1} max={1_000_000} />
      <ResellerField loaded={loaded} />
      <PlanField />
    </FormSection>
  );
};

const useNumberOfUsers = (): number => {
  const users: unknown = useWatch({ name: 'numberOfUsers' });
  return typeof users === 'number' ? users : 0;
};

const ResellerField = ({ loaded }: { loaded: Organization | undefined }) => {
  const translate = useTranslate();
  const { getValues, setValue } = useFormContext<{ planId: string | null; resellerId: string | null }>();
  const numberOfUsers = useNumberOfUsers();
  const resellers = useLookup('resellers');
  const plans = useLookup('plans');
  const [outcome, setOutcome] = useState<{ blocked: string | null; warning: string | null } | null>(null);

  const choose = (id: string | null) => {
    const next = resellers.items?.find((reseller) => reseller.id === id) ?? null;
    const chosenPlanId = getValues('planId');
    const holder = { planId: loaded?.planId, chosenPlanId, reseller: loaded?.reseller, numberOfUsers };
    const change = resellerChange(holder, next, plans.items ?? noPlans);
    setOutcome(change);
    if (change.blocked !== null) return;
    const how = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    setValue('resellerId', change.resellerId, how);
    setValue('planId', change.planId, how);
  };
  const named = (reseller: ResellerItem) => {
    const type = reseller.type === resellerTypes.Licensing ? 'licensing' : 'affiliate';
    return { id: reseller.id, name: translate(`organizations.reseller.${type}`, { name: reseller.name }) };
  };

  return (
    <div>
      <LookupLink source="resellerId" reference="resellers">
        <FirstMatchInput
          {...inputAt('resellerId')}
          choices={resellers.items?.map(named) ?? []}
          isPending={resellers.isPending}
          {...(resellers.error && { helperText: <LookupFailed onRetry={resellers.retry} /> })}
          // The plans decide what the choice changes.
          disabled={plans.items === undefined && plans.isPending}
          onChange={choose}
        />
      </LookupLink>
      {outcome?.blocked && <Alert severity="error">{outcome.blocked}</Alert>}
      {outcome?.warning && <Alert severity="warning">{outcome.warning}</Alert>}
    </div>
  );
};

const PlanField = () => {
  const translate = useTranslate();
  const plans = useLookup('plans');
  const numberOfUsers = useNumberOfUsers();
  const chosen: unknown = useWatch({ name: 'planId' });
  const offered = plansFor(plans.items ?? noPlans, numberOfUsers);
  // The current plan stays nameable even when it has become too small.
  const current = plans.items?.find(({ id }) => id === chosen);
  const choices = current && !offered.includes(current) ? [current, ...offered] : offered;
  const named = ({ id, name, allowedUsers }: PlanItem) => ({
    id,
    name:
      allowedUsers === unlimitedUsers
        ? translate('organizations.plan.unlimited', { name })
        : translate('organizations.plan.limit', { name, smart_count: allowedUsers }),
  });
  return (
    <LookupLink source="planId" reference="plans">
      <FirstMatchInput
        {...inputAt('planId')}
        choices={choices.map(named)}
        isPending={plans.isPending}
        helperText={
          plans.error ? (
            <LookupFailed onRetry={plans.retry} />
          ) : (
            translate('organizations.plan.hint', { limit: freePlanUserLimit })
          )
        }
      />
    </LookupLink>
  );
};
