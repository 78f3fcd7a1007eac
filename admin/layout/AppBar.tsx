import Box from '@mui/material/Box';
import AccountCircle from '@mui/icons-material/AccountCircleOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import Logout from '@mui/icons-material/Logout';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import {
  AppBar as RaAppBar,
  LoadingIndicator,
  ToggleThemeButton,
  UserMenu as RaUserMenu,
  UserMenuClasses,
  useTranslate,
  useUserMenu,
} from 'react-admin';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { useApp, useAppConfig, useProfile } from '../providers/appContext.ts';
import { GlobalSearch } from './GlobalSearch.tsx';
import { OrganizationSwitcher } from './OrganizationSwitcher.tsx';

const MyAccount = () => {
  const translate = useTranslate();
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} to="/account/profile" onClick={() => menu?.onClose()}>
      <ListItemIcon>
        <AccountCircle fontSize="small" />
      </ListItemIcon>
      {translate('layout.myAccount')}
    </MenuItem>
  );
};

/** A long name ends with an ellipsis, or it would push the bar over the page; the menu has it whole. */
const shortName = {
  [`& .${UserMenuClasses.userButton}`]: {
    display: 'block',
    maxWidth: 240,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .MuiButton-startIcon': { display: 'inline-block', verticalAlign: 'middle', lineHeight: 0 },
};

/** The signed-in user with roles, the own account, and the sign-out. */
export const UserMenu = () => {
  const translate = useTranslate();
  const { fullName, userName, roles } = useProfile();
  return (
    <Box sx={shortName}>
      <RaUserMenu label="layout.userMenu">
        <Box component="li" role="none" sx={{ paddingX: 2, paddingY: 1, maxWidth: 320, overflowWrap: 'anywhere' }}>
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
        <MyAccount />
        <MenuItem component={Link} to="/account/logout">
          <ListItemIcon>
            <Logout fontSize="small" />
          </ListItemIcon>
          {translate('layout.signOut')}
        </MenuItem>
      </RaUserMenu>
    </Box>
  );
};

/** Brand, organization, appearance, refresh and account. */
export const AppBar = memo(() => {
  const { profile } = useApp();
  const { brand } = useAppConfig();
  return (
    <RaAppBar
      alwaysOn
      color="inherit"
      elevation={0}
      toolbar={
        <>
          {profile && <GlobalSearch />}
          {profile && <OrganizationSwitcher />}
          <ToggleThemeButton />
          <LoadingIndicator />
        </>
      }
      userMenu={profile ? <UserMenu /> : false}
    >
      <Box
        component={Link}
        to="/"
        sx={{
          color: 'primary.main',
          fontWeight: 700,
          fontSize: '1.125rem',
          textDecoration: 'none',
          marginRight: 'auto',
          paddingRight: 1,
        }}
      >
        {brand.name}
      </Box>
    </RaAppBar>
  );
});
