import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { useApp } from '../providers/appContext.ts';
import { Notice } from './Notice.tsx';

/** Ends the session here and at the identity provider, who brings the person back to the sign-in. */
export const LogoutPage = () => {
  const translate = useTranslate();
  const { session } = useApp();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    setFailure(undefined);
    session
      .signOutAddress()
      .then((address) => window.location.assign(address))
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)));
  }, [session, attempt]);
  return (
    <Notice title={translate('layout.signOut')}>
      {failure === undefined ? (
        <Typography role="status">{translate('signOut.leaving')}</Typography>
      ) : (
        <>
          <Alert severity="error" sx={{ marginBottom: 2 }}>
            {translate('signOut.failed')}
            <div>{failure}</div>
          </Alert>
          <Button variant="contained" onClick={() => setAttempt(attempt + 1)}>
            {translate('signOut.again')}
          </Button>
        </>
      )}
    </Notice>
  );
};
