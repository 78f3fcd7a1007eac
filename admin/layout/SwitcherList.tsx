import Check from '@mui/icons-material/Check';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'react-admin';
import { useContext, useState } from 'react';
import { useApp, useProfile } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { organizationChoices } from './organizationChoice.ts';
import { SwitcherAnchor } from './switcherAnchor.ts';

/** Changes to another organization; a falsy response means that a new sign-in is needed. */
const useChange = () => {
  const dataProvider = useAppDataProvider();
  const { session } = useApp();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const change = async (id: string) => {
    setBusy(true);
    try {
      const isSignedIn = await dataProvider.profile.changeOrganization({ body: { orgId: id } });
      session.tellOrganizationChanged();
      if (isSignedIn) window.location.assign('/');
      else await session.signIn();
    } catch (error) {
      setBusy(false);
      notify(error instanceof Error ? error.message : 'switcher.failed', { type: 'error' });
    }
  };
  return { busy, change };
};

/** My organizations by name, with a search box; choosing one starts the application anew in it. */
export const SwitcherList = () => {
  const translate = useTranslate();
  const { organizations, organizationId } = useProfile();
  const [typed, setTyped] = useState('');
  const { busy, change } = useChange();
  const switcher = useContext(SwitcherAnchor);
  const choices = organizationChoices(organizations, typed);
  if (!switcher) return <></>;
  return (
    <Popover
      open
      anchorEl={switcher.anchor}
      onClose={switcher.close}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': translate('switcher.list'), sx: { width: 320, padding: 1 } },
      }}
    >
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this box to search in it
        autoFocus
        fullWidth
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        label={translate('switcher.search')}
        sx={{ marginTop: 1 }}
      />
      <List dense sx={{ maxHeight: 320, overflow: 'auto' }} aria-label={translate('switcher.list')}>
        {choices.map(({ id, name, subDomain }) => (
          <ListItem key={id} disablePadding>
            <ListItemButton
              disabled={busy}
              selected={id === organizationId}
              aria-current={id === organizationId ? 'true' : undefined}
              onClick={() => (id === organizationId ? switcher.close() : void change(id))}
            >
              <ListItemIcon sx={{ minWidth: 32 }}>{id === organizationId && <Check fontSize="small" />}</ListItemIcon>
              <ListItemText primary={name} secondary={subDomain} sx={{ overflowWrap: 'anywhere' }} />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      {choices.length === 0 && (
        <Typography component="output" color="textSecondary" sx={{ display: 'block', padding: 1 }}>
          {translate('switcher.noMatch')}
        </Typography>
      )}
    </Popover>
  );
};
