import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { Link as RouterLink, useLocation, useNavigate } from 'react-router-dom';
import { Notice } from '../components/Notice.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { codeOf, serverMessages } from '../components/serverError.ts';
import { useApp, useAppConfig } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { registerPath } from '../providers/openPages.ts';
import { EmailStep } from './EmailStep.tsx';
import { RegisterForm, type Registered } from './RegisterForm.tsx';

/** Registration of a new organization: e-mail address, mail, form (spec 2 section 2). The token of the mail is in the fragment, which no server sees. */
export const RegisterPage = () => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const navigate = useNavigate();
  const { profile } = useApp();
  const token = useLocation().hash.slice(1);
  const [registered, setRegistered] = useState<Registered>();
  const offer = useQuery({
    queryKey: ['registration', 'offer'],
    queryFn: () => provider.registration.offer({}),
    retry: false,
    // What is typed must not be drawn anew.
    staleTime: Infinity,
  });
  if (registered) return <Done registered={registered} />;
  return (
    <Notice title={translate('registration.title')} wide={token !== '' && !profile}>
      {profile ? (
        <SignedIn userName={profile.userName} />
      ) : (
        <QueryState query={offer} failed="registration.notLoaded">
          {({ isOpen, ...offered }) =>
            !isOpen ? (
              <Closed />
            ) : token === '' ? (
              <>
                <EmailStep />
                <SignInInstead />
              </>
            ) : (
              <ByLink key={token} token={token}>
                {(emailAddress, checkLink) => (
                  <RegisterForm
                    token={token}
                    emailAddress={emailAddress}
                    offer={offered}
                    onInDoubt={checkLink}
                    onTermsChanged={() => void offer.refetch()}
                    onRegistered={(done) => {
                      setRegistered(done);
                      // The link is used: it is of no use in the history of the browser.
                      void navigate(registerPath, { replace: true });
                    }}
                  />
                )}
              </ByLink>
            )
          }
        </QueryState>
      )}
    </Notice>
  );
};

const SignedIn = ({ userName }: { userName: string }) => {
  const translate = useTranslate();
  return (
    <>
      <Typography gutterBottom>{translate('registration.signedIn', { userName })}</Typography>
      <Button variant="contained" component={RouterLink} to="/">
        {translate('registration.toStart')}
      </Button>{' '}
      <Button component={RouterLink} to="/account/logout">
        {translate('layout.signOut')}
      </Button>
    </>
  );
};

const Closed = () => {
  const translate = useTranslate();
  const { brand } = useAppConfig();
  return (
    <>
      <Typography gutterBottom>{translate('registration.closed', { email: brand.supportEmail })}</Typography>
      <SignInInstead />
    </>
  );
};

const SignInInstead = () => {
  const translate = useTranslate();
  return (
    <Typography sx={{ marginTop: 3 }}>
      {translate('registration.haveAccount')}{' '}
      <Link component={RouterLink} to="/account/login">
        {translate('registration.signIn')}
      </Link>
    </Typography>
  );
};

/** `checkLink` asks anew whether the link works; the form stays while it does. */
type LinkedForm = (emailAddress: string, checkLink: () => void) => React.ReactNode;

/** Shows the form where the link works; else why it does not, and the way to another one. */
const ByLink = ({ token, children }: { token: string; children: LinkedForm }) => {
  const provider = useAppDataProvider();
  const link = useQuery({
    queryKey: ['registration', 'link', token],
    queryFn: () => provider.registration.link({ body: { token } }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const code = codeOf(link.error);
  // Of another form than a token, a link is not valid either.
  const isRefused = code?.startsWith('E-REGISTRATION-') === true || code === 'E-REQUEST-INVALID';
  if (!isRefused)
    return (
      <QueryState query={link}>{({ emailAddress }) => children(emailAddress, () => void link.refetch())}</QueryState>
    );
  const isToken = code !== 'E-REQUEST-INVALID';
  return (
    <>
      <Alert severity="warning" sx={{ marginBottom: 2 }}>
        {isToken ? serverMessages(link.error).join(' ') : <BrokenLink />}
      </Alert>
      {code !== 'E-REGISTRATION-USED' && <EmailStep invitation={isToken ? token : undefined} />}
      <SignInInstead />
    </>
  );
};

const BrokenLink = () => useTranslate()('registration.broken');

const Done = ({ registered }: { registered: Registered }) => {
  const translate = useTranslate();
  const { session } = useApp();
  const [failure, setFailure] = useState<string>();
  const { organizationName, userName, payment } = registered;
  const signIn = () => {
    const returnTo = payment === 'none' ? '/account/dashboard' : '/account/subscription';
    session.signIn({ userName, returnTo }).catch((error: unknown) => setFailure(serverMessages(error).join(' ')));
  };
  return (
    <Notice title={translate('registration.done.title')}>
      <Typography gutterBottom>
        {translate('registration.done.text', { organization: organizationName, userName })}
      </Typography>
      {payment !== 'none' && (
        <Alert severity={payment === 'open' ? 'info' : 'warning'} sx={{ marginY: 2 }}>
          {translate(payment === 'open' ? 'registration.done.payment' : 'registration.done.noPayment')}
        </Alert>
      )}
      {failure !== undefined && (
        <Alert severity="error" sx={{ marginY: 2 }}>
          {translate(failure)}
        </Alert>
      )}
      <Button variant="contained" onClick={signIn}>
        {translate('registration.signIn')}
      </Button>
    </Notice>
  );
};
