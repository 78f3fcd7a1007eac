import { useNotify, useTranslate } from 'react-admin';
import type { DirectoryEntry } from '../../../shared/contract/carequality.ts';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { RecordConflictNote } from '../../components/records/RecordConflictNote.tsx';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { DirectoryEntryInputs } from './DirectoryEntryInputs.tsx';
import { EntryFacts } from './EntryFacts.tsx';
import { type EntryValues, entryProblems, entryToForm, entryToWrite } from './entryModel.ts';
import { useCqRefresh } from './useCqRefresh.ts';
import { useEditedRow } from './useEditedRow.ts';
import { useEntryText } from './useEntryText.ts';

interface DirectoryEntryDialogProps {
  organization: Organization;
  /** The entry to edit; without it one is added. */
  entry?: DirectoryEntry;
  onClose: () => void;
}

/** Adds or edits a directory entry: the wide modal of spec 1 section 2, prefilled from the organization. */
export const DirectoryEntryDialog = ({ organization, entry, onClose }: DirectoryEntryDialogProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const notify = useNotify();
  const refresh = useCqRefresh('entries');
  const params = { id: organization.id };
  const { fieldName, valueText } = useEntryText();
  const edited = useEditedRow(entry, {
    queryKey: ['carequality', 'entries', { params }],
    load: (signal) => provider.call('carequality', 'entries', { params }, { signal, fresh: true }),
    toForm: (stored) => entryToForm(stored, organization),
  });

  const save = async (values: EntryValues) => {
    await edited.save(values, (base) =>
      provider.call('carequality', 'upsertEntry', { params, body: entryToWrite(values, base) }),
    );
    notify(`carequality.entries.${entry ? 'edited' : 'added'}`, { type: 'success' });
    void refresh();
  };

  return (
    <FormDialog
      wide
      title={translate(`carequality.entries.${entry ? 'editTitle' : 'addTitle'}`)}
      submitLabel={translate('carequality.entries.save')}
      failureText={translate('carequality.entries.upsertFailed')}
      defaultValues={entryToForm(entry, organization)}
      validate={entryProblems}
      onSubmit={save}
      onClose={onClose}
    >
      {edited.conflict && (
        <RecordConflictNote comparison={edited.conflict} words={{ labelOf: fieldName, textOf: valueText }} />
      )}
      <DirectoryEntryInputs canActivate={organization.carequality.isParticipating || entry?.isActive === true} />
      <EntryFacts entry={entry} purposes={entry?.purposeOfUseCodes ?? organization.allowedPurposeOfUseCodes} />
    </FormDialog>
  );
};
