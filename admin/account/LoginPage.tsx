import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useApp, useAppConfig } from '../providers/appContext.ts';
import { connectionName } from '../providers/returnAddress.ts';
import { Notice } from '../components/Notice.tsx';

/** Texts of the reasons that are no failures. */
const notices: ReadonlyMap<string | null, string> = new Map([
  ['ended', 'signIn.ended'],
  ['signed-out', 'signIn.signedOut'],
  ['idle', 'signIn.idle'],
]);

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Redirects to the identity provider; on failure it displays the reason and a button to retry. */
export const LoginPage = () => {
  const translate = useTranslate();
  const { session, problem } = useApp();
  const { brand } = useAppConfig();
  const { connection } = useParams();
  const [search] = useSearchParams();
  const reason = search.get('reason');
  const named = connectionName(connection ?? search.get('ssoConnection'));
  const [failure, setFailure] = useState(problem?.text);
  const [redirecting, setRedirecting] = useState(reason === null && problem === undefined);
  useEffect(() => {
    if (!redirecting) return;
    session.signIn({ connection: named }).catch((error: unknown) => {
      setFailure(messageOf(error));
      setRedirecting(false);
    });
  }, [redirecting, session, named]);
  const notice = notices.get(reason);
  return (
    <Notice title={translate('signIn.title')}>
      {redirecting ? (
        <Typography component="output">{translate('signIn.redirecting')}</Typography>
      ) : (
        <>
          <Alert severity={notice === undefined ? 'error' : 'info'} sx={{ marginBottom: 2 }}>
            {translate(notice ?? 'signIn.failed')}
            {failure !== undefined && <div>{translate(failure)}</div>}
          </Alert>
          {named && <Typography gutterBottom>{translate('signIn.connection', { name: named })}</Typography>}
          <Button variant="contained" onClick={() => setRedirecting(true)}>
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
