import { RecordContextProvider, TextInput, useUnique } from 'react-admin';
import type { App } from '../../shared/contract/apps.ts';
import { searchDebounceMs } from '../../shared/rules/paging.ts';
import { FormSection } from '../components/FormSection.tsx';
import { notBlank, textAt } from '../components/RecordForm.tsx';
import { CatalogCreate, CatalogEdit } from '../components/RecordPages.tsx';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';

const appModel: RecordModel<App, { readonly name: FieldText }> = {
  empty: { name: '' },
  toForm: ({ name }) => ({ name }),
  toBody: ({ name }) => ({ name: textOf(name) }),
};

export const AppEdit = () => <CatalogEdit model={appModel} inputs={AppInputs} />;

export const AppCreate = () => <CatalogCreate model={appModel} inputs={AppInputs} />;

/** The record of the context is the one whose own name is no duplicate. */
const AppInputs = ({ stored }: { stored: App | undefined }) => (
  <RecordContextProvider value={stored}>
    <FormSection title="apps.section">
      <NameInput />
    </FormSection>
  </RecordContextProvider>
);

/** Whether another app has the name is checked by query (spec 1 section 5). */
const NameInput = () => {
  const unique = useUnique({ debounce: searchDebounceMs, message: 'apps.taken' });
  return <TextInput {...textAt('name', 255, notBlank, unique())} />;
};
