import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useCallback, useEffect, useState } from 'react';
import { useApp } from '../providers/appContext.ts';
import { Notice } from '../components/Notice.tsx';

/** Ends the session here and at the identity provider, which redirects to the sign-in. */
export const LogoutPage = () => {
  const translate = useTranslate();
  const { session } = useApp();
  const [failure, setFailure] = useState<string>();
  const signOut = useCallback(
    () =>
      session
        .signOutAddress()
        .then((address) => window.location.assign(address))
        .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error))),
    [session],
  );
  useEffect(() => {
    void signOut();
  }, [signOut]);
  const retry = () => {
    setFailure(undefined);
    void signOut();
  };
  return (
    <Notice title={translate('layout.signOut')}>
      {failure === undefined ? (
        <Typography component="output">{translate('signOut.redirecting')}</Typography>
      ) : (
        <>
          <Alert severity="error" sx={{ marginBottom: 2 }}>
            {translate('signOut.failed')}
            <div>{failure}</div>
          </Alert>
          <Button variant="contained" onClick={retry}>
            {translate('signOut.again')}
          </Button>
        </>
      )}
    </Notice>
  );
};
