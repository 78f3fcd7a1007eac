import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { ErrorState } from '../components/ErrorState.tsx';
import { FormCheckboxes } from '../components/FormCheckboxes.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { FormSwitch } from '../components/FormSwitch.tsx';
import { FormText } from '../components/FormText.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { useAnswer } from '../providers/useAnswer.ts';

export const NetworkInputs = () => {
  const translate = useTranslate();
  return (
    <>
      <FormSection title={translate('networks.section')}>
        <FormText source="name" label="networks.fields.name" required maxLength={255} />
        <FormSwitch source="isEnabled" label="networks.fields.isEnabled" />
      </FormSection>
      <FormSection title={translate('networks.featuresSection')}>
        <FeatureInputs />
      </FormSection>
    </>
  );
};

/** What can be switched on for the network: what the platform offers, and what the network has already. */
const FeatureInputs = () => {
  const translate = useTranslate();
  const { data, error, refetch } = useAnswer('features', 'list', {});
  const chosen: unknown = useWatch({ name: 'enabledFeatures' });
  if (error) {
    return <ErrorState error={error} title={translate('networks.features.failed')} onRetry={() => void refetch()} />;
  }
  if (!data) return <LoadingRows rows={3} />;
  const offered = data.items.filter(({ id, isEnabled }) => isEnabled || (Array.isArray(chosen) && chosen.includes(id)));
  if (offered.length === 0) {
    return <Typography color="textSecondary">{translate('networks.features.none')}</Typography>;
  }
  return <FormCheckboxes source="enabledFeatures" label="networks.fields.enabledFeatures" options={offered} />;
};
