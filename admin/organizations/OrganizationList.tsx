import UploadFile from '@mui/icons-material/UploadFileOutlined';
import EventBusy from '@mui/icons-material/EventBusy';
import RadioButtonChecked from '@mui/icons-material/RadioButtonChecked';
import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMutation } from '@tanstack/react-query';
import { DataTable, LinkBase, useListContext, useTranslate } from 'react-admin';
import { useContext } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { organizationSearchDebounceMs } from '../../shared/rules/paging.ts';
import { AddButton, ListPage } from '../components/ListPage.tsx';
import { actionsColumn, ListTable, RecordLink } from '../components/ListTable.tsx';
import { ListToolbar } from '../components/ListToolbar.tsx';
import { RecordSelection } from '../bulk/selection/RecordSelection.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { accessOf, mayCall } from '../providers/access.ts';
import { AppContext, useAppConfig } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { filtersOf } from '../providers/organizationQuery.ts';
import { selectionActionsFor } from './bulk/selectionActions.ts';
import { OrganizationRowActions } from './organizationActions.tsx';
import { organizationCommand } from './organizationCommand.ts';
import { NoOrganizationMatches, NoOrganizations, organizationFilters } from './organizationFilters.tsx';
import { ActivationField, CancellationState, LoginField } from './organizationStates.tsx';

/** A pointer or the focus over the rows: the code of the editor is loaded before the click. */
const preloadEditor = () => void import('./OrganizationEditor.tsx').catch(() => undefined);

const label = (column: string) => `organizations.columns.${column}`;
/** All columns of the specification fit into a window of this width; in a smaller one the reader adds the others by "Columns". */
const wideWindow = '(min-width:1600px)';
const columnsOfWideWindows = ['resellerName', 'loginType', 'apiCapture'];

/** The organization list (spec 1 section 2). */
export const OrganizationList = () => {
  const translate = useTranslate();
  const { features } = useAppConfig();
  const { apiCaptureEnabled } = features;
  const roles = useContext(AppContext)?.profile?.roles;
  const hiddenColumns = useMediaQuery(wideWindow) ? [] : columnsOfWideWindows;
  const maySelect = mayCall(accessOf('organizations', 'enable'), roles);
  const state = (on: string, off: string) => (isOn: boolean) => translate(`organizations.states.${isOn ? on : off}`);
  const activation = state('activated', 'notActivated');
  const login = state('enabled', 'disabled');
  const capture = state('capturing', 'notCapturing');
  const columns = [
    ...['orgId', 'name', 'networkName', 'subDomain', 'resellerName', 'tierCode'].map((source) => ({ source })),
    { source: 'isActivated', text: (row: OrganizationRow) => activation(row.isActivated) },
    { source: 'isEnabled', text: (row: OrganizationRow) => login(row.isEnabled) },
    { source: 'loginType' },
    ...(apiCaptureEnabled ? [{ source: 'apiCapture', text: (row: OrganizationRow) => capture(row.apiCapture) }] : []),
  ].map((column) => ({ ...column, label: label(column.source) }));
  return (
    <ListPage
      title={translate('organizations.title')}
      titleActions={<OrganizationListButtons />}
      filters={organizationFilters(apiCaptureEnabled)}
      actions={<ListToolbar columns={columns} hiddenColumns={hiddenColumns} command={organizationCommand} />}
      sort={{ field: 'name', order: 'ASC' }}
      debounce={organizationSearchDebounceMs}
      selects={maySelect}
    >
      <RecordSelection actions={selectionActionsFor(features, roles)}>
        <Box onPointerEnter={preloadEditor} onFocus={preloadEditor}>
          <ListTable
            emptyText="organizations.empty.none"
            emptyAction={<NoOrganizations />}
            noMatch={<NoOrganizationMatches />}
            heading="name"
            hiddenColumns={hiddenColumns}
            bulkActionButtons={maySelect && <></>}
            aria-label={translate('organizations.list.table')}
          >
            <DataTable.NumberCol source="orgId" label={label('orgId')} disableSort options={{ useGrouping: false }} />
            <DataTable.Col<OrganizationRow>
              source="name"
              label={label('name')}
              render={({ name, isPendingCancellation }) => (
                <Box component="span" sx={{ fontWeight: 600 }}>
                  <RecordLink>{name}</RecordLink> <CancellationState isPendingCancellation={isPendingCancellation} />
                </Box>
              )}
            />
            <DataTable.Col source="networkName" label={label('networkName')} disableSort />
            <DataTable.Col source="subDomain" label={label('subDomain')} disableSort />
            <DataTable.Col source="resellerName" label={label('resellerName')} disableSort />
            <DataTable.Col source="tierCode" label={label('tierCode')} disableSort />
            <DataTable.Col source="isActivated" label={label('isActivated')} disableSort field={ActivationField} />
            <DataTable.Col source="isEnabled" label={label('isEnabled')} disableSort field={LoginField} />
            <DataTable.Col source="loginType" label={label('loginType')} disableSort />
            {apiCaptureEnabled && (
              <DataTable.Col<OrganizationRow>
                source="apiCapture"
                label={label('apiCapture')}
                disableSort
                render={({ apiCapture: isCapturing }) =>
                  isCapturing ? (
                    <StateChip icon={RadioButtonChecked} severity="warning" label="organizations.states.capturing" />
                  ) : (
                    '-'
                  )
                }
              />
            )}
            <DataTable.Col<OrganizationRow>
              source={actionsColumn}
              label="organizations.list.actionsColumn"
              disableSort
              render={(row) => <OrganizationRowActions row={row} />}
            />
          </ListTable>
        </Box>
      </RecordSelection>
    </ListPage>
  );
};

/** Buttons beside the heading (spec 1 section 2). */
const OrganizationListButtons = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { filterValues, displayedFilters, setFilters } = useListContext();
  // The task tray shows progress and end of the download; a second one waits for the first.
  const { mutate: exportAddresses, isPending } = useMutation({
    mutationFn: () => provider.exportReport('directAddresses'),
  });
  const { cancelling, ...filters } = filtersOf(filterValues as Readonly<Record<string, unknown>>);
  const isOnly = cancelling === true;
  const only = translate('organizations.list.cancellingOnly');
  // The import page can fill its template with the values of these organizations.
  const query = new URLSearchParams({ filter: JSON.stringify(filterValues) }).toString();
  const exportName = translate('organizations.list.exportDirectAddresses');
  return (
    <>
      <IconButton
        title={only}
        aria-label={only}
        aria-pressed={isOnly}
        color={isOnly ? 'primary' : 'default'}
        onClick={() => setFilters(isOnly ? filters : { ...filters, cancelling: true }, displayedFilters)}
        sx={isOnly ? { bgcolor: 'action.selected' } : undefined}
      >
        <EventBusy />
      </IconButton>
      <Button
        component={LinkBase}
        to={`/admin/organizations/import${Object.keys(filterValues as object).length > 0 ? `?${query}` : ''}`}
        startIcon={<UploadFile />}
      >
        {translate('organizations.openImport')}
      </Button>
      <Button
        title={exportName}
        aria-label={exportName}
        disabled={isPending}
        onClick={() => exportAddresses()}
        startIcon={<FileDownload />}
      >
        {translate('organizations.list.exportShort')}
      </Button>
      <AddButton label="organizations.create" />
    </>
  );
};
