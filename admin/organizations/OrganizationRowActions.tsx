import Edit from '@mui/icons-material/Edit';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { LinkBase, useTranslate } from 'react-admin';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { editorPath } from './organizationColumns.tsx';
import type { DialogName } from './organizationDeeds.ts';
import { OrganizationRowMenu } from './OrganizationRowMenu.tsx';

export interface OrganizationRowActionsProps {
  row: OrganizationRow;
  onDialog: (name: DialogName, row: OrganizationRow) => void;
}

/** Edit, and the dropdown with everything else. */
export const OrganizationRowActions = ({ row, onDialog }: OrganizationRowActionsProps) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
      <IconButton
        component={LinkBase}
        to={editorPath(row.id)}
        size="small"
        aria-label={translate('organizations.list.edit', { name: row.name })}
      >
        <Edit fontSize="small" />
      </IconButton>
      <OrganizationRowMenu row={row} onDialog={onDialog} />
    </Box>
  );
};
