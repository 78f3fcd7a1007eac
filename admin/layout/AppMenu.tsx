import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Menu, useSidebarState, useTranslate } from 'react-admin';
import { memo } from 'react';
import { useLocation } from 'react-router-dom';
import { type MenuEntry, useApp } from '../providers/appContext.ts';
import { importPath, listPathOf } from '../bulk/importLists.ts';
import { nearestEntry } from '../../shared/rules/nearestEntry.ts';

/** MUI's list and items have the roles of a menu of commands; these are links of a navigation, which the Tab key visits one by one. */
const asNavigation = { component: 'nav', role: 'navigation' };
const asGroup = { role: 'group' };
const asLink = { role: 'link' };

const Entry = ({ entry: { path, label, icon: Icon, page }, isCurrent }: { entry: MenuEntry; isCurrent: boolean }) => {
  const preload = () => void page.preload().catch(() => undefined);
  return (
    <Menu.Item
      to={path}
      {...asLink}
      primaryText={label}
      leftIcon={<Icon fontSize="small" />}
      selected={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      // react-admin takes every path that the address begins with for the current one.
      sx={isCurrent ? undefined : { '&.RaMenuItemLink-active': { color: 'text.secondary' } }}
    />
  );
};

/** The import page belongs to the list whose records its action changes. */
const menuPathOf = (pathname: string, search: string): string =>
  pathname === importPath ? listPathOf(new URLSearchParams(search).get('action') ?? '') : pathname;

/**
 * The pages that the roles of the user allow, in groups. A page starts loading when the pointer or the focus reaches its entry. react-admin draws the layout
 * again for each resource that registers itself; the menu depends on none of them.
 */
export const AppMenu = memo(() => {
  const translate = useTranslate();
  const { pathname, search } = useLocation();
  const [isOpen] = useSidebarState();
  const { menu } = useApp();
  const current = nearestEntry(menu, menuPathOf(pathname, search));
  return (
    <Menu {...asNavigation} aria-label={translate('layout.navigation')}>
      {[...Map.groupBy(menu, ({ group }) => group)].map(([group, entries]) => (
        <Box key={group} {...asGroup} aria-label={translate(`navigation.groups.${group}`)} sx={{ paddingBottom: 0.5 }}>
          {isOpen && (
            <Typography variant="overline" component="div" color="textSecondary" aria-hidden sx={{ paddingX: 2 }}>
              {translate(`navigation.groups.${group}`)}
            </Typography>
          )}
          {entries.map((entry) => (
            <Entry key={entry.path} entry={entry} isCurrent={entry === current} />
          ))}
        </Box>
      ))}
    </Menu>
  );
});
