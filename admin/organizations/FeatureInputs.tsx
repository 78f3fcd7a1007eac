import { useTranslate } from 'react-admin';
import Typography from '@mui/material/Typography';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { FormCheckboxes } from '../components/FormCheckboxes.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { useLookup } from './useLookup.ts';

/** Features offered to organizations (spec 1 section 6); one the organization has beyond those stays until it is switched off. */
export const FeatureInputs = ({ loaded }: { loaded: Organization | undefined }) => {
  const translate = useTranslate();
  const { items, error, isPending, retry } = useLookup('features');
  const offered = items?.filter(({ isEnabled, isOrganizationFeature }) => isEnabled && isOrganizationFeature) ?? [];
  const retired = (loaded?.enabledFeatures ?? [])
    .filter((id) => !offered.some((feature) => feature.id === id))
    .map((id) => ({
      id,
      name: items?.find((feature) => feature.id === id)?.name ?? id,
      description: translate('organizations.features.retired'),
    }));
  return (
    <FormSection title={translate('organizations.sections.features')}>
      {isPending && <LoadingRows rows={3} height={34} />}
      {error && <ErrorState error={error} onRetry={retry} />}
      {items && offered.length + retired.length === 0 && (
        <Typography color="textSecondary">{translate('organizations.features.none')}</Typography>
      )}
      {items && offered.length + retired.length > 0 && (
        <FormCheckboxes
          source="enabledFeatures"
          label="organizations.features.label"
          options={[...offered, ...retired]}
        />
      )}
    </FormSection>
  );
};
