import Add from '@mui/icons-material/Add';
import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import CloudDownload from '@mui/icons-material/CloudDownloadOutlined';
import CompareArrows from '@mui/icons-material/CompareArrows';
import Edit from '@mui/icons-material/Edit';
import PowerSettingsNew from '@mui/icons-material/PowerSettingsNew';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { DataTable, LinkBase, useTranslate } from 'react-admin';
import { useId } from 'react';
import type { DirectoryEntry } from '../../../shared/contract/carequality.ts';
import type { Organization } from '../../../shared/contract/organizationSchemas.ts';
import { ActionDialog, DialogButton } from '../../components/actions.tsx';
import { Section } from '../../components/FormSection.tsx';
import { LabeledValue, LabeledValues } from '../../components/LabeledValue.tsx';
import { actionsColumn } from '../../components/ListTable.tsx';
import { RelatedList, RelatedTable } from '../../components/RelatedList.tsx';
import { StateChip, stateField } from '../../components/StateChip.tsx';
import { tabAddress } from '../organizationTabs.ts';
import { AlternateOids } from './AlternateOids.tsx';
import { DirectoryEntryDialog } from './DirectoryEntryDialog.tsx';
import { DirectoryImportDialog } from './DirectoryImportDialog.tsx';
import { useEntryText } from './entryModel.ts';

const label = (name: string) => `carequality.entries.${name}`;

interface TabProps {
  organization: Organization;
}

/** The cq tab (spec 1 section 2): alternate OIDs and the Carequality directory. Both write on their own, apart from the form. */
export const CqTab = ({ organization }: TabProps) => (
  <>
    <AlternateOids id={organization.id} />
    <DirectoryEntries organization={organization} />
  </>
);

/** Entries of the organization in the Carequality directory (spec 1 section 2). */
const DirectoryEntries = ({ organization }: TabProps) => {
  const noteId = useId();
  const { id } = organization;
  const { isParticipating } = organization.carequality;
  const explained = isParticipating ? {} : { disabled: true, 'aria-describedby': noteId };
  return (
    <Section
      title={label('title')}
      actions={
        <>
          <DialogButton
            size="small"
            startIcon={<CloudDownload />}
            label={label('import')}
            {...explained}
            renderDialog={(close) => <DirectoryImportDialog organizationId={id} onClose={close} />}
          />
          <DialogButton
            size="small"
            startIcon={<Add />}
            label={label('add')}
            {...explained}
            renderDialog={(close) => <DirectoryEntryDialog organization={organization} onClose={close} />}
          />
        </>
      }
    >
      {!isParticipating && <ParticipationNote id={noteId} organizationId={id} />}
      <RelatedList
        reference="directoryentries"
        perPage={1000}
        empty={label('none')}
        failedText={useTranslate()(label('failed'))}
        isEmptiedByError
      >
        <EntryTable organization={organization} />
      </RelatedList>
    </Section>
  );
};

/** Why Import, Add and Activate cannot be used. */
const ParticipationNote = ({ id, organizationId }: { id: string; organizationId: string }) => {
  const translate = useTranslate();
  const tab = translate('organizations.tabs.carequality');
  return (
    <Alert severity="info" id={id} sx={{ marginBottom: 1 }}>
      {translate('carequality.off', { tab })}{' '}
      <Link component={LinkBase} to={tabAddress(organizationId, 'carequality')} color="inherit">
        {translate('carequality.openTab', { tab })}
      </Link>
    </Alert>
  );
};

const EntryTable = ({ organization }: TabProps) => (
  <RelatedTable label={label('title')}>
    <DataTable.Col source="displayName" label="carequality.columns.name" />
    <DataTable.Col source="organizationId" label="carequality.columns.oid" />
    <DataTable.Col<DirectoryEntry>
      source="parentOrgId"
      label="carequality.columns.parentOid"
      render={({ parentOrgId }) => parentOrgId ?? '-'}
    />
    <DataTable.Col<DirectoryEntry>
      source="isActive"
      label={label('state')}
      render={(entry) => <EntryState entry={entry} />}
    />
    <DataTable.Col<DirectoryEntry>
      source={actionsColumn}
      label="components.table.actions"
      render={(entry) => <EntryActions entry={entry} organization={organization} />}
    />
  </RelatedTable>
);

const ActiveField = stateField(
  { icon: CheckCircle, severity: 'good', label: label('active') },
  { icon: Block, label: label('inactive') },
);

/** Whether an entry is active, and where it differs from the directory. */
const EntryState = ({ entry: { driftedFields } }: { entry: DirectoryEntry }) => {
  const translate = useTranslate();
  const { fieldName } = useEntryText();
  const fields = driftedFields.map(fieldName).join(', ');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
      <ActiveField source="isActive" />
      {driftedFields.length > 0 && (
        <Box component="span" sx={{ '& > span': { whiteSpace: 'normal' } }}>
          <StateChip icon={CompareArrows} severity="warning" label={translate(label('drifted'), { fields })} />
        </Box>
      )}
    </Box>
  );
};

const EntryActions = ({ entry, organization }: TabProps & { entry: DirectoryEntry }) => {
  const translate = useTranslate();
  const { id, version, isActive, displayName: name } = entry;
  const toggle = isActive ? 'deactivate' : 'activate';
  return (
    <>
      <DialogButton
        icon={Edit}
        label={translate(label('edit'), { name })}
        renderDialog={(close) => <DirectoryEntryDialog organization={organization} entry={entry} onClose={close} />}
      />
      <DialogButton
        icon={PowerSettingsNew}
        label={translate(label(toggle), { name })}
        // Without participation nothing can be activated; an active entry can still be taken out of the directory.
        disabled={!organization.carequality.isParticipating && !isActive}
        renderDialog={(close) => (
          <ActionDialog
            texts={label(toggle)}
            send={({ carequality }) =>
              carequality.upsertEntry({
                params: { id: organization.id },
                body: { id, version, isActive: !isActive },
              })
            }
            done={label('edited')}
            failed={label('toggleFailed')}
            changes={['directoryentries']}
            onClose={close}
          >
            <LabeledValues>
              <LabeledValue label="carequality.columns.name">{name}</LabeledValue>
              <LabeledValue label="carequality.fields.organizationId">{entry.organizationId}</LabeledValue>
            </LabeledValues>
            <Typography>{translate(label(`${toggle}Effect`))}</Typography>
          </ActionDialog>
        )}
      />
    </>
  );
};
