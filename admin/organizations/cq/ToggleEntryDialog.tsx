import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { DirectoryEntry } from '../../../shared/contract/carequality.ts';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Fact, Facts } from '../../components/Fact.tsx';
import { serverWords } from '../../components/serverError.ts';
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
  const notify = useNotify();
  const refresh = useCqRefresh('entries');
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The list may be loaded again behind the question; what was asked is what is done.
  const [deed] = useState(entry.isActive ? 'deactivate' : 'activate');

  const toggle = async () => {
    setWorking(true);
    setFailure(null);
    try {
      const body = { ...entryToWrite(entryToForm(entry, organization), entry), isActive: deed === 'activate' };
      await provider.call('carequality', 'upsertEntry', { params: { id: organization.id }, body });
      notify('carequality.entries.edited', { type: 'success' });
      onClose();
    } catch (error) {
      setFailure([translate('carequality.entries.toggleFailed'), ...serverWords(error)].join(' '));
      setWorking(false);
    }
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
