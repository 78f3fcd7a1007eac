import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import { useApp } from '../providers/appContext.ts';
import { Notice } from '../components/Notice.tsx';

/**
 * Page for a missing role: the signed-in user, a link to the start page, sign-in with another account (spec 2 section 2). Also displayed
 * when the organization of the user does not allow the network address.
 */
export const UnauthorizedPage = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const { profile, session } = useApp();
  const [search] = useSearchParams();
  const byAddress = search.get('reason') === 'address';
  const signInAsAnother = () => {
    session.signIn({ anotherUser: true }).catch(() => notify('signIn.failed', { type: 'error' }));
  };
  return (
    <Notice title={translate(byAddress ? 'unauthorized.address.title' : 'unauthorized.title')}>
      {byAddress && <Typography gutterBottom>{translate('unauthorized.address.notice')}</Typography>}
      <Typography gutterBottom>
        {profile
          ? translate('unauthorized.signedInAs', {
              name: profile.fullName,
              userName: profile.userName,
              role: profile.roles.map((role) => translate(`roles.${role}`)).join(', '),
            })
          : translate('unauthorized.notSignedIn')}
      </Typography>
      <Typography color="textSecondary" gutterBottom>
        {translate(byAddress ? 'unauthorized.address.ask' : 'unauthorized.ask')}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ marginTop: 2, flexWrap: 'wrap', gap: 1 }}>
        {profile && (
          <Button variant="contained" component={Link} to="/">
            {translate('unauthorized.back')}
          </Button>
        )}
        {profile && byAddress && (
          <Button variant="outlined" component={Link} to="/account/logout">
            {translate('layout.signOut')}
          </Button>
        )}
        <Button variant={profile ? 'outlined' : 'contained'} onClick={signInAsAnother}>
          {translate(profile ? 'unauthorized.another' : 'signIn.button')}
        </Button>
      </Stack>
    </Notice>
  );
};
