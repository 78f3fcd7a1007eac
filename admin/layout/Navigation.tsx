import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { type MenuEntry, useApp } from '../providers/appContext.ts';

/** The entry an address belongs to: of those it lies below, the nearest. */
const entryOf = (menu: readonly MenuEntry[], pathname: string): string | undefined =>
  menu
    .map(({ path }) => path)
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((one, other) => other.length - one.length)[0];

/** The pages a role may open, in the order of the table of pages. A page starts loading as soon as somebody points at it. */
export const Navigation = ({ onOpen }: { onOpen?: () => void }) => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const { menu } = useApp();
  const open = entryOf(menu, pathname);
  return (
    <nav aria-label={translate('layout.navigation')}>
      <List dense sx={{ padding: 1 }}>
        {menu.map(({ path, label, icon: Icon, page }) => {
          const preload = () => void page.preload().catch(() => undefined);
          const current = path === open;
          return (
            <ListItem key={path} disablePadding>
              <ListItemButton
                component={Link}
                to={path}
                selected={current}
                aria-current={current ? 'page' : undefined}
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
