import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import { useTranslate } from 'ra-core';
import { NavLink, useLocation } from 'react-router-dom';
import { useApp } from '../providers/appContext.ts';

/** The pages a role may open, in the order of the table of pages. A page starts loading as soon as somebody points at it. */
export const Navigation = ({ onOpen }: { onOpen?: () => void }) => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const { menu } = useApp();
  return (
    <nav aria-label={translate('layout.navigation')}>
      <List dense sx={{ padding: 1 }}>
        {menu.map(({ path, label, icon: Icon, page }) => {
          const preload = () => void page.preload().catch(() => undefined);
          const current = pathname === path || pathname.startsWith(`${path}/`);
          return (
            <ListItem key={path} disablePadding>
              <ListItemButton
                component={NavLink}
                to={path}
                selected={current}
                onClick={onOpen}
                onPointerEnter={preload}
                onFocus={preload}
                sx={{ borderRadius: 1, minHeight: 40 }}
              >
                <ListItemIcon sx={{ minWidth: 32 }}>
                  <Icon fontSize="small" color={current ? 'primary' : 'inherit'} />
                </ListItemIcon>
                <ListItemText primary={translate(label)} />
              </ListItemButton>
            </ListItem>
          );
        })}
      </List>
    </nav>
  );
};
