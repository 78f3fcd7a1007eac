import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { DirectoryEntry } from '../../../shared/contract/carequality.ts';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Fact, Facts } from '../../components/Fact.tsx';
import { useDeed } from '../../components/useDeed.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { entryToForm, entryToWrite } from './entryModel.ts';
import { useCqRefresh } from './useCqRefresh.ts';

interface ToggleEntryDialogProps {
  organization: Organization;
  entry: DirectoryEntry;
  onClose: () => void;
}

/** Confirms that an entry is activated or deactivated, showing its name and organization id (spec 1 section 2). */
export const ToggleEntryDialog = ({ organization, entry, onClose }: ToggleEntryDialogProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const refresh = useCqRefresh('entries');
  const { run, working, failure } = useDeed();
  // The list may be loaded again behind the question; what was asked is what is done.
  const [deed] = useState(entry.isActive ? 'deactivate' : 'activate');

  const toggle = async () => {
    const body = { ...entryToWrite(entryToForm(entry, organization), entry), isActive: deed === 'activate' };
    const done = await run({
      run: () => provider.call('carequality', 'upsertEntry', { params: { id: organization.id }, body }),
      done: 'carequality.entries.edited',
      failed: 'carequality.entries.toggleFailed',
    });
    if (done) onClose();
    void refresh();
  };

  return (
    <ConfirmDialog
      title={translate(`carequality.entries.${deed}Title`)}
      confirmLabel={translate(`carequality.entries.${deed}Confirm`)}
      working={working}
      failure={failure}
      onConfirm={() => void toggle()}
      onClose={onClose}
    >
      <Facts>
        <Fact label={translate('carequality.columns.name')}>{entry.displayName}</Fact>
        <Fact label={translate('carequality.fields.organizationId')}>{entry.organizationId}</Fact>
      </Facts>
      <Typography>{translate(`carequality.entries.${deed}Text`)}</Typography>
    </ConfirmDialog>
  );
};
