import { useQuery } from '@tanstack/react-query';
import { required, SelectInput, TextInput, useTranslate } from 'react-admin';
import { searchDebounceMs } from '../../shared/rules/paging.ts';
import { eulaFileMaxBytes } from '../../shared/contract/uploadSizes.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { FileUploadInput } from '../components/FileUploadInput.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { inputAt, notBlank, RecordForm, textAt, useInputText } from '../components/RecordForm.tsx';
import { RecordCreate } from '../components/RecordPages.tsx';
import { maxSizeText } from '../components/receivedFile.ts';
import { useDebouncedValue } from '../components/useDebouncedValue.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { eulaBody, eulaFileAccept, eulaModel, otherBrands } from './eulaModel.ts';
import { useBrandNames } from './eulaTexts.tsx';

/** A new agreement; a new text of an agreement is a new version. */
export const EulaCreate = () => (
  <RecordCreate>
    <RecordForm model={eulaModel} opensWhenCreated>
      <EulaInputs />
    </RecordForm>
  </RecordCreate>
);

/** What a new agreement needs: version, brand, kind and its text as a file (spec 2 section 3). */
const EulaInputs = () => {
  const translate = useTranslate();
  const brands = useBrandNames();
  const options = [
    { id: otherBrands, name: translate('eulas.otherBrands') },
    ...brands.names.map((name) => ({ id: name, name })),
  ];
  return (
    <FormSection title="eulas.section">
      <VersionField />
      <SelectInput
        {...inputAt('brandName')}
        margin="none"
        validate={required()}
        choices={options}
        translateChoice={false}
      />
      <TextInput {...textAt('type', 50, notBlank)} helperText="eulas.typeHint" />
      {brands.error && (
        <ErrorState error={brands.error} title={translate('eulas.brandsFailed')} onRetry={brands.retry} />
      )}
      <FileUploadInput
        source="file"
        label="eulas.fields.file"
        required
        accept={eulaFileAccept}
        kinds={translate('eulas.fileKinds')}
        maxBytes={eulaFileMaxBytes}
        helperText={`${translate('eulas.fileHint', { size: maxSizeText(eulaFileMaxBytes) })}. ${translate('eulas.activateHint')}`}
      />
    </FormSection>
  );
};

/** Looks up whether the brand has this version already, once typing pauses. */
const VersionField = () => {
  const translate = useTranslate();
  const typed = eulaBody({
    version: useInputText('version'),
    brandName: useInputText('brandName'),
    type: useInputText('type'),
    file: null,
  });
  const settled = useDebouncedValue(JSON.stringify(typed), searchDebounceMs);
  const isSettled = settled === JSON.stringify(typed) && typed.version !== '';
  const provider = useAppDataProvider();
  const check = useQuery({
    queryKey: ['eulas', 'exists', typed],
    queryFn: ({ signal }) => provider.eulas.exists({ query: typed }, { signal }),
    enabled: isSettled,
  });
  const state = !isSettled ? undefined : check.error ? 'eulas.existsUnknown' : check.data ? 'eulas.exists' : undefined;
  return (
    <TextInput
      {...textAt('version', 50, notBlank)}
      helperText={<span aria-live="polite">{state && translate(state)}</span>}
    />
  );
};
