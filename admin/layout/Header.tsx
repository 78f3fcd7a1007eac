import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useApp, useAppConfig } from '../providers/appContext.ts';
import { useAppearance } from './AppProviders.tsx';
import { OrganizationSwitcher } from './OrganizationSwitcher.tsx';
import { UserMenu } from './UserMenu.tsx';

const AppearanceToggle = () => {
  const translate = useTranslate();
  const [appearance, setAppearance] = useAppearance();
  const other = appearance === 'dark' ? 'light' : 'dark';
  const label = translate(`layout.${other}`);
  return (
    <IconButton onClick={() => setAppearance(other)} aria-label={label} title={label}>
      {appearance === 'dark' ? <LightMode fontSize="small" /> : <DarkMode fontSize="small" />}
    </IconButton>
  );
};

/** Brand, organization, appearance, account; on narrow screens the button that opens the navigation. */
export const Header = ({ narrow, onMenu }: { narrow: boolean; onMenu: () => void }) => {
  const translate = useTranslate();
  const { profile } = useApp();
  const { brand } = useAppConfig();
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 56,
        paddingX: { xs: 1, md: 2 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {narrow && (
        <IconButton onClick={onMenu} aria-label={translate('layout.openNavigation')}>
          <MenuIcon />
        </IconButton>
      )}
      <Box
        component={Link}
        to="/"
        sx={{
          color: 'primary.main',
          fontWeight: 700,
          fontSize: '1.125rem',
          textDecoration: 'none',
          marginRight: 'auto',
        }}
      >
        {brand.name}
      </Box>
      {profile && <OrganizationSwitcher />}
      <AppearanceToggle />
      {profile && <UserMenu />}
    </Box>
  );
};
