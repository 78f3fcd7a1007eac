import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import CompareArrows from '@mui/icons-material/CompareArrows';
import Edit from '@mui/icons-material/Edit';
import PowerSettingsNew from '@mui/icons-material/PowerSettingsNew';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { DirectoryEntry } from '../../../shared/contract/carequality.ts';
import { RecordTable } from '../../components/RecordTable.tsx';
import { StateChip } from '../../components/StateChip.tsx';
import type { OpenedEntry } from './DirectoryEntries.tsx';
import { RowButton } from './RowButton.tsx';
import { useEntryText } from './useEntryText.ts';

interface EntryTableProps {
  items: readonly DirectoryEntry[];
  isParticipating: boolean;
  onOpen: (opened: OpenedEntry) => void;
}

/** Name, Oid, Parent Oid of each entry with its state, and where it differs from what the directory said. */
export const EntryTable = ({ items, isParticipating, onOpen }: EntryTableProps) => {
  const actions = (entry: DirectoryEntry) => (
    <EntryActions entry={entry} isParticipating={isParticipating} onOpen={onOpen} />
  );
  return (
    <RecordTable
      label="carequality.entries.title"
      rows={items}
      rowId={({ id }) => id}
      columns={[
        { name: 'name', label: 'carequality.columns.name', render: ({ displayName }) => displayName },
        { name: 'oid', label: 'carequality.columns.oid', render: ({ organizationId }) => organizationId },
        { name: 'parentOid', label: 'carequality.columns.parentOid', render: ({ parentOrgId }) => parentOrgId ?? '-' },
        { name: 'state', label: 'carequality.entries.state', render: (entry) => <EntryState entry={entry} /> },
      ]}
      actions={actions}
    />
  );
};

interface EntryActionsProps {
  entry: DirectoryEntry;
  isParticipating: boolean;
  onOpen: (opened: OpenedEntry) => void;
}

const EntryActions = ({ entry: { id, displayName, isActive }, isParticipating, onOpen }: EntryActionsProps) => {
  const translate = useTranslate();
  const label = (name: string) => translate(`carequality.entries.${name}`, { name: displayName });
  return (
    <>
      <RowButton icon={Edit} label={label('edit')} onClick={() => onOpen({ deed: 'edit', entryId: id })} />
      <RowButton
        icon={PowerSettingsNew}
        label={label(isActive ? 'deactivate' : 'activate')}
        // Without taking part nothing can be activated; what is active can still be taken out of the directory.
        disabled={!isParticipating && !isActive}
        onClick={() => onOpen({ deed: 'toggle', entryId: id })}
      />
    </>
  );
};

const EntryState = ({ entry: { isActive, driftedFields } }: { entry: DirectoryEntry }) => {
  const translate = useTranslate();
  const { fieldName } = useEntryText();
  const fields = driftedFields.map(fieldName).join(', ');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
      {isActive ? (
        <StateChip icon={CheckCircle} tone="good" label={translate('carequality.entries.active')} />
      ) : (
        <StateChip icon={Block} label={translate('carequality.entries.inactive')} />
      )}
      {driftedFields.length > 0 && (
        <Box component="span" sx={{ '& > span': { whiteSpace: 'normal' } }}>
          <StateChip icon={CompareArrows} tone="warning" label={translate('carequality.entries.drifted', { fields })} />
        </Box>
      )}
    </Box>
  );
};
