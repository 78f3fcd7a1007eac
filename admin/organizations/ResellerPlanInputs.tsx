import Alert from '@mui/material/Alert';
import { NumberInput, useTranslate } from 'react-admin';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import type { PlanItem } from '../../shared/contract/plans.ts';
import type { ResellerItem } from '../../shared/contract/resellers.ts';
import { freePlanUserLimit, plansFor, unlimitedUsers } from '../../shared/rules/plan.ts';
import { resellerChange, resellerTypes } from '../../shared/rules/reseller.ts';
import { inputAt } from '../components/RecordForm.tsx';
import { FirstMatchInput } from '../components/FirstMatchInput.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { LookupFailed, LookupLink, useLookup } from './LookupInput.tsx';

const noPlans: readonly PlanItem[] = [];

/** Number of users, reseller and plan, which bind each other (spec 1 section 4). */
export const ResellerPlanInputs = ({ loaded }: { loaded: Organization | undefined }) => {
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
  // The present plan stays nameable even when it has become too small.
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
