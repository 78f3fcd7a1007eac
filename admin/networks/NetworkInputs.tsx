import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { BooleanInput, CheckboxGroupInput, required, TextInput, useRecordContext, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { ErrorState } from '../components/ErrorState.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { inputAt } from '../components/RecordForm.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';

export const NetworkInputs = () => {
  return (
    <>
      <FormSection title="networks.section">
        <TextInput {...inputAt('name')} validate={required()} slotProps={{ htmlInput: { maxLength: 255 } }} />
        <BooleanInput {...inputAt('isEnabled')} />
      </FormSection>
      <FormSection title="networks.featuresSection">
        <FeatureInputs />
      </FormSection>
    </>
  );
};

/** What can be switched on for the network: what the platform offers, and what the network has already. */
const FeatureInputs = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['features', 'list'],
    queryFn: ({ signal }) => provider.call('features', 'list', {}, { signal }),
  });
  const chosen: unknown = useWatch({ name: 'enabledFeatures' });
  if (error) {
    return <ErrorState error={error} title={translate('networks.features.failed')} onRetry={() => void refetch()} />;
  }
  if (!data) return <LoadingRows rows={3} />;
  const offered = data.items.filter(({ id, isEnabled }) => isEnabled || (Array.isArray(chosen) && chosen.includes(id)));
  if (offered.length === 0) {
    return <Typography color="textSecondary">{translate('networks.features.none')}</Typography>;
  }
  return (
    <CheckboxGroupInput {...inputAt('enabledFeatures')} choices={offered} optionText={<FeatureText />} row={false} />
  );
};

const FeatureText = () => {
  const feature = useRecordContext<{ id: string; name: string; description?: string | null }>();
  return (
    <>
      {feature?.name}
      {feature?.description && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
          {feature.description}
        </Typography>
      )}
    </>
  );
};
