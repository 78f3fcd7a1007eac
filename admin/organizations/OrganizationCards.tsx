import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { SelectBox } from '../components/SelectBox.tsx';
import type { OrganizationSelection } from './bulk/useOrganizationSelection.ts';
import type { OrganizationColumns } from './list/useOrganizationColumns.ts';
import { OrganizationName } from './organizationColumns.tsx';
import { OrganizationRowActions, type OrganizationRowActionsProps } from './OrganizationRowActions.tsx';
import { opensRow } from '../components/opensRow.ts';

interface OrganizationCardsProps extends Pick<OrganizationRowActionsProps, 'onDialog'> {
  rows: readonly OrganizationRow[];
  columns: OrganizationColumns['columns'];
  selection: OrganizationSelection;
  onOpen: (row: OrganizationRow) => void;
}

/** The list on a narrow screen: the same columns, one card for each row. */
export const OrganizationCards = (props: OrganizationCardsProps) => {
  const { rows, columns, selection, onOpen, onDialog } = props;
  const translate = useTranslate();
  const details = columns.filter(({ name }) => name !== 'name');
  return (
    <>
      {selection.maySelect && <SelectPage selection={selection} />}
      <Box
        component="ul"
        aria-label={translate('organizations.list.table')}
        sx={{ listStyle: 'none', margin: 0, padding: 0 }}
      >
        {rows.map((row) => (
          <Box
            component="li"
            key={row.id}
            sx={{
              padding: 1.5,
              borderBottom: 1,
              borderColor: 'divider',
            }}
            {...opensRow(row, onOpen)}
          >
            <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 1 }}>
              {selection.maySelect && (
                <SelectBox
                  ofRow
                  label={translate('selection.row', { name: row.name })}
                  checked={selection.isSelected(row)}
                  onChange={() => selection.toggle(row)}
                />
              )}
              <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: 14 }}>
                <OrganizationName row={row} />
              </Box>
              <OrganizationRowActions row={row} onDialog={onDialog} />
            </Box>
            <Box
              component="dl"
              sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, margin: 0, fontSize: 13 }}
            >
              {details.map(({ name, cell }) => (
                <Box key={name} sx={{ display: 'contents' }}>
                  <Box component="dt" sx={{ color: 'text.secondary' }}>
                    {translate(`organizations.columns.${name}`)}
                  </Box>
                  <Box component="dd" sx={{ margin: 0, overflowWrap: 'anywhere' }}>
                    {cell(row)}
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </>
  );
};

const SelectPage = ({ selection }: { selection: OrganizationSelection }) => {
  const translate = useTranslate();
  return (
    <Box
      component="label"
      sx={{ display: 'flex', alignItems: 'center', paddingX: 1.5, borderBottom: 1, borderColor: 'divider' }}
    >
      <SelectBox
        label={translate('selection.page')}
        checked={selection.page === 'all'}
        mixed={selection.page === 'some'}
        onChange={selection.togglePage}
      />
      {translate('selection.page')}
    </Box>
  );
};
