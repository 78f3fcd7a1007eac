import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { useApp } from '../providers/appContext.ts';
import { Notice } from './Notice.tsx';

/** Shown where a role is missing: who is signed in, the way back, the way to another account (spec 2 section 2). */
export const UnauthorizedPage = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const { profile, session } = useApp();
  const signInAsAnother = () => {
    session.signIn({ anotherPerson: true }).catch(() => notify('signIn.failed', { type: 'error' }));
  };
  return (
    <Notice title={translate('unauthorized.title')}>
      <Typography gutterBottom>
        {profile
          ? translate('unauthorized.signedInAs', {
              name: profile.fullName,
              userName: profile.userName,
              role: profile.roles.map((role) => translate(`roles.${role}`)).join(', '),
            })
          : translate('unauthorized.nobody')}
      </Typography>
      <Typography color="textSecondary" gutterBottom>
        {translate('unauthorized.ask')}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ marginTop: 2, flexWrap: 'wrap', gap: 1 }}>
        {profile && (
          <Button variant="contained" component={Link} to="/">
            {translate('unauthorized.back')}
          </Button>
        )}
        <Button variant={profile ? 'outlined' : 'contained'} onClick={signInAsAnother}>
          {translate(profile ? 'unauthorized.another' : 'signIn.button')}
        </Button>
      </Stack>
    </Notice>
  );
};
