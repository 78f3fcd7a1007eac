import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { useAppConfig } from '../providers/appContext.ts';
import { type DialogName, deedsFor, isDialog } from './organizationDeeds.ts';
import { useOrganizationToggle } from './useOrganizationToggle.tsx';

interface OrganizationRowMenuProps {
  row: OrganizationRow;
  onDialog: (name: DialogName, row: OrganizationRow) => void;
}

/** Everything that can be done with a row; what does not fit its state is not offered (spec 1 section 2). */
export const OrganizationRowMenu = ({ row, onDialog }: OrganizationRowMenuProps) => {
  const translate = useTranslate();
  const { features } = useAppConfig();
  const { toggle, busyId } = useOrganizationToggle();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('organizations.list.actions', { name: row.name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={busyId === row.id}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      {anchor && (
        <Menu anchorEl={anchor} open container={() => anchor.closest('main')} onClose={() => setAnchor(null)}>
          {deedsFor(row, features).map(({ name, label }) => (
            <MenuItem
              key={name}
              dense
              onClick={() => {
                setAnchor(null);
                if (isDialog(name)) onDialog(name, row);
                else void toggle(name, row);
              }}
            >
              {translate(label)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
};
