import Typography from '@mui/material/Typography';
import { CheckboxGroupInput, useGetList, useRecordContext, useTranslate } from 'react-admin';
import type { Feature } from '../../shared/contract/features.ts';
import { ErrorState } from './ErrorState.tsx';
import { LoadingRows } from './LoadingRows.tsx';
import { inputAt } from './RecordForm.tsx';

const every = { pagination: { page: 1, perPage: 1000 }, sort: { field: 'name', order: 'ASC' } } as const;
const options = { staleTime: 60_000, retry: false, onError: () => undefined };

/** All features of the platform; cached for a minute. */
const useFeatures = () => {
  const { data, error, isPending, refetch } = useGetList<Feature>('features', every, options);
  return { features: data ?? [], error, isPending, retry: () => void refetch() };
};

interface FeaturesInputProps {
  /** Whether a feature can be switched on. */
  isOffered: (feature: Feature) => boolean;
  /** Ids of features that the record has; one that is not offered stays until it is switched off. */
  present: readonly string[];
  /** Messages, or their keys: of the group, of no feature, in place of the description of one that is not offered, of a failure. */
  label?: string;
  noneText: string;
  retiredText?: string;
  failedText?: string;
}

/** The features that are switched on, as checkboxes in as many columns as fit. */
export const FeaturesInput = (props: FeaturesInputProps) => {
  const { isOffered, present, label, noneText, retiredText, failedText } = props;
  const translate = useTranslate();
  const { features, error, isPending, retry } = useFeatures();
  if (error) return <ErrorState error={error} {...(failedText && { title: translate(failedText) })} onRetry={retry} />;
  if (isPending) return <LoadingRows rows={3} height={34} />;
  const offered = features.filter(isOffered);
  const retired = present
    .filter((id) => !offered.some((feature) => feature.id === id))
    .map((id) => {
      const { name = id, description } = features.find((feature) => feature.id === id) ?? {};
      return { id, name, description: retiredText ? translate(retiredText) : description };
    });
  const choices = [...offered, ...retired];
  if (choices.length === 0) return <Typography color="textSecondary">{translate(noneText)}</Typography>;
  return (
    <CheckboxGroupInput
      {...inputAt('enabledFeatures')}
      {...(label && { label })}
      choices={choices}
      optionText={<FeatureText />}
      sx={choiceGrid}
    />
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

/** As many columns of choices as fit. */
export const choiceGrid = {
  gridColumn: '1 / -1',
  width: '100%',
  '& .MuiFormGroup-root': {
    display: 'grid',
    columnGap: 2,
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
  },
  // CheckboxGroupInput gives its style to each choice as well.
  '& .MuiFormControlLabel-root': {
    gridColumn: 'auto',
    width: 'auto',
    alignItems: 'flex-start',
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  '& .MuiFormControlLabel-label': { paddingTop: 0.75 },
};
