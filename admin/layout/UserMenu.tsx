import AccountCircle from '@mui/icons-material/AccountCircleOutlined';
import Logout from '@mui/icons-material/Logout';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useProfile } from '../providers/appContext.ts';

/** Who is signed in, with which role, and the way out. */
export const UserMenu = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { fullName, userName, roles } = useProfile();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = translate('layout.userMenu', { name: fullName });
  return (
    <>
      <IconButton
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
      >
        <AccountCircle />
      </IconButton>
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
        >
          <Box sx={{ paddingX: 2, paddingTop: 1.5, maxWidth: 320, overflowWrap: 'anywhere' }}>
            <Typography variant="subtitle2" component="div">
              {fullName}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {userName}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {roles.map((role) => translate(`roles.${role}`)).join(', ')}
            </Typography>
          </Box>
          <MenuList autoFocusItem aria-label={label}>
            <MenuItem onClick={() => void navigate('/account/logout')}>
              <ListItemIcon>
                <Logout fontSize="small" />
              </ListItemIcon>
              {translate('layout.signOut')}
            </MenuItem>
          </MenuList>
        </Popover>
      )}
    </>
  );
};
