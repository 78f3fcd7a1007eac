import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useCallback, useEffect, useState } from 'react';
import { useApp } from '../providers/appContext.ts';
import { Notice } from './Notice.tsx';

/** Ends the session here and at the identity provider, which leads back to the sign-in. */
export const LogoutPage = () => {
  const translate = useTranslate();
  const { session } = useApp();
  const [failure, setFailure] = useState<string>();
  const leave = useCallback(
    () =>
      session
        .signOutAddress()
        .then((address) => window.location.assign(address))
        .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error))),
    [session],
  );
  useEffect(() => {
    void leave();
  }, [leave]);
  const again = () => {
    setFailure(undefined);
    void leave();
  };
  return (
    <Notice title={translate('layout.signOut')}>
      {failure === undefined ? (
        <Typography component="output">{translate('signOut.leaving')}</Typography>
      ) : (
        <>
          <Alert severity="error" sx={{ marginBottom: 2 }}>
            {translate('signOut.failed')}
            <div>{failure}</div>
          </Alert>
          <Button variant="contained" onClick={again}>
            {translate('signOut.again')}
          </Button>
        </>
      )}
    </Notice>
  );
};
