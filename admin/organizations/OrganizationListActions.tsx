import Add from '@mui/icons-material/Add';
import EventBusy from '@mui/icons-material/EventBusy';
import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { LinkBase, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useAppDataProvider } from '../providers/dataProvider.ts';

interface OrganizationListActionsProps {
  cancelling: boolean;
  onCancelling: (only: boolean) => void;
}

/** Header icons of the list (spec 1 section 2). */
export const OrganizationListActions = ({ cancelling, onCancelling }: OrganizationListActionsProps) => {
  const translate = useTranslate();
  const only = translate('organizations.list.cancellingOnly');
  return (
    <>
      <IconButton
        title={only}
        aria-label={only}
        aria-pressed={cancelling}
        color={cancelling ? 'primary' : 'default'}
        onClick={() => onCancelling(!cancelling)}
        sx={cancelling ? { bgcolor: 'action.selected' } : undefined}
      >
        <EventBusy />
      </IconButton>
      <ExportDirectAddressesButton />
      <Button
        component={LinkBase}
        to="/admin/organizations/add"
        variant="contained"
        disableElevation
        startIcon={<Add />}
      >
        {translate('organizations.create')}
      </Button>
    </>
  );
};

/** The download runs in the task tray, which shows its progress and its end; a second one waits for the first. */
const ExportDirectAddressesButton = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const [running, setRunning] = useState(false);
  const label = translate('organizations.list.exportDirectAddresses');
  const download = async () => {
    setRunning(true);
    try {
      await provider.exportReport('directAddresses');
    } finally {
      setRunning(false);
    }
  };
  return (
    <IconButton title={label} aria-label={label} disabled={running} onClick={() => void download()}>
      <FileDownload />
    </IconButton>
  );
};
