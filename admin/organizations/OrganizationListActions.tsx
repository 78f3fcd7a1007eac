import Add from '@mui/icons-material/Add';
import EventBusy from '@mui/icons-material/EventBusy';
import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { LinkBase, useTranslate } from 'react-admin';
import { useState } from 'react';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import type { OrganizationFilters } from '../providers/organizationDialect.ts';
import type { OrganizationListState } from './useOrganizationList.ts';

/** The import page, with the filters of the list: whoever takes the present values out takes those of these rows. */
const importAddress = (filters: OrganizationFilters): string => {
  const filter =
    Object.keys(filters).length === 0 ? '' : `?${new URLSearchParams({ filter: JSON.stringify(filters) }).toString()}`;
  return `/admin/organizations/import${filter}`;
};

/** Header icons of the list (spec 1 section 2). */
export const OrganizationListActions = ({ list }: { list: OrganizationListState }) => {
  const translate = useTranslate();
  const only = translate('organizations.list.cancellingOnly');
  const { cancelling } = list;
  const importing = translate('imports.open');
  return (
    <>
      <IconButton component={LinkBase} to={importAddress(list.filters)} title={importing} aria-label={importing}>
        <UploadFile />
      </IconButton>
      <IconButton
        title={only}
        aria-label={only}
        aria-pressed={cancelling}
        color={cancelling ? 'primary' : 'default'}
        onClick={() => list.setCancelling(!cancelling)}
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
