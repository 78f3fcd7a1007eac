import { useQuery } from '@tanstack/react-query';
import { SelectInput, useTranslate } from 'react-admin';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { inputAt } from './RecordForm.tsx';
import { serverMessages } from './serverError.ts';

/** A job title of the list; the one that the person has stays a choice. */
export const JobTitleInput = ({ own }: { own: string | null }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { data, error } = useQuery({
    queryKey: ['people', 'jobs'],
    queryFn: ({ signal }) => provider.people.jobs({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const listed = data?.items ?? [];
  const isMissing = own !== null && !listed.some(({ id }) => id === own);
  return (
    <SelectInput
      margin="none"
      {...inputAt('jobTitle')}
      label="people.fields.jobTitle"
      emptyText="people.noJobTitle"
      translateChoice={false}
      choices={isMissing ? [{ id: own, name: own }, ...listed] : listed}
      helperText={error === null ? undefined : [translate('people.jobsFailed'), ...serverMessages(error)].join(' ')}
    />
  );
};
