import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { useContext } from 'react';
import { Navigation } from './Navigation.tsx';
import { NavigationState } from './navigationState.ts';

/** The navigation of narrow screens, over the page. */
export const NavigationDrawer = () => {
  const translate = useTranslate();
  const close = useContext(NavigationState);
  return (
    <Drawer
      open
      onClose={close}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': translate('layout.navigation') } }}
    >
      <Box sx={{ width: 272 }}>
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', padding: 1 }}>
          <IconButton onClick={close} aria-label={translate('layout.closeNavigation')}>
            <Close />
          </IconButton>
        </Box>
        <Navigation onOpen={close} />
      </Box>
    </Drawer>
  );
};
