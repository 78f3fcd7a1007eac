import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useApp, useAppConfig } from '../providers/appContext.ts';
import { connectionName } from '../providers/returnAddress.ts';
import { Notice } from './Notice.tsx';

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Leaves for the identity provider; where it cannot, says why and offers to try again. */
export const LoginPage = () => {
  const translate = useTranslate();
  const { session, problem } = useApp();
  const { brand } = useAppConfig();
  const { connection } = useParams();
  const [search] = useSearchParams();
  const reason = search.get('reason');
  const named = connectionName(connection ?? search.get('ssoConnection'));
  const [failure, setFailure] = useState(problem?.text);
  const [leaving, setLeaving] = useState(reason === null && problem === undefined);
  useEffect(() => {
    if (!leaving) return;
    session.signIn({ connection: named }).catch((error: unknown) => {
      setFailure(wordsOf(error));
      setLeaving(false);
    });
  }, [leaving, session, named]);
  const text = reason === 'ended' ? translate('signIn.ended') : translate('signIn.failed');
  return (
    <Notice title={translate('signIn.title')}>
      {leaving ? (
        <Typography component="output">{translate('signIn.leaving')}</Typography>
      ) : (
        <>
          <Alert severity={reason === 'ended' ? 'info' : 'error'} sx={{ marginBottom: 2 }}>
            {text}
            {failure !== undefined && <div>{translate(failure)}</div>}
          </Alert>
          {named && <Typography gutterBottom>{translate('signIn.connection', { name: named })}</Typography>}
          <Button variant="contained" onClick={() => setLeaving(true)}>
            {translate('signIn.button')}
          </Button>
          {brand.supportEmail && (
            <Typography variant="body2" color="textSecondary" sx={{ marginTop: 2 }}>
              {translate('layout.support', { email: brand.supportEmail })}
            </Typography>
          )}
        </>
      )}
    </Notice>
  );
};
