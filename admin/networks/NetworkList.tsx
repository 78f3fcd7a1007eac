import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import RemoveCircle from '@mui/icons-material/RemoveCircleOutlined';
import { DataTable, useTranslate } from 'react-admin';
import type { NetworkItem } from '../../shared/contract/networks.ts';
import { CatalogList, nameColumn } from '../components/CatalogList.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { stateField } from '../components/StateChip.tsx';

export const NetworkList = () => {
  const translate = useTranslate();
  const stateText = ({ isEnabled }: NetworkItem) => translate(`networks.states.${isEnabled ? 'enabled' : 'disabled'}`);
  return (
    <CatalogList
      columns={[{ source: 'name' }, { source: 'isEnabled', text: stateText }]}
      command={catalogCommand('networks')}
      importResource="networks"
    >
      {nameColumn()}
      <DataTable.Col source="isEnabled" disableSort field={EnabledField} />
    </CatalogList>
  );
};

/** Enabled or disabled, as icon and text. */
export const EnabledField = stateField(
  { icon: CheckCircle, severity: 'good', label: 'networks.states.enabled' },
  { icon: RemoveCircle, severity: 'bad', label: 'networks.states.disabled' },
);
