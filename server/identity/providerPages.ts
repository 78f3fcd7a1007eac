import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { ApiProblem } from '../http/problem.ts';
import type { IdentityConfig } from './identityConfig.ts';
import { renderDeviceCode, renderDeviceConfirm } from './pages/devicePages.ts';
import { renderLogout } from './pages/logoutPage.ts';
import { backToSignIn, type Message, renderMessage } from './pages/messagePage.ts';

type Features = NonNullable<Configuration['features']>;
type DeviceFlow = NonNullable<Features['deviceFlow']>;
type Logout = NonNullable<Features['rpInitiatedLogout']>;
type Pages = Required<Pick<DeviceFlow, 'userCodeInputSource' | 'userCodeConfirmSource' | 'successSource'>> &
  Required<Pick<Logout, 'logoutSource' | 'postLogoutSuccessSource'>> &
  Required<Pick<Configuration, 'renderError'>>;

/** The provider's pages in our own words and looks. */
export function providerPages(config: IdentityConfig): Pages {
  const showMessage = (ctx: KoaContextWithOIDC, message: Message) => show(ctx, renderMessage(config, message));

  return {
    renderError: (ctx, { error }, cause) =>
      showMessage(ctx, {
        title: 'You are not signed in',
        text: errorText(error, cause),
        link: backToSignIn(config),
        code: error,
      }),
    logoutSource: (ctx) =>
      show(
        ctx,
        renderLogout(config, {
          action: ctx.oidc.urlFor('end_session_confirm'),
          xsrf: xsrfOf(ctx),
          proven: ctx.oidc.entities.IdTokenHint?.payload['sub'] === ctx.oidc.session?.accountId,
        }),
      ),
    postLogoutSuccessSource: (ctx) =>
      showMessage(ctx, { title: 'You are logged out', text: 'You can close this page.', link: backToSignIn(config) }),
    userCodeInputSource: (ctx, _form, _out, error) =>
      error && forgetNewSession(ctx)
        ? showMessage(ctx, {
            title: 'Sign in a device',
            text: 'This page has expired. Open it again and type the code once more.',
            link: { href: ctx.oidc.urlFor('code_verification'), label: 'Open it again' },
          })
        : show(ctx, renderDeviceCode(config, deviceForm(ctx), error?.name)),
    userCodeConfirmSource: (ctx, _form, client, _device, userCode) =>
      show(
        ctx,
        renderDeviceConfirm(config, deviceForm(ctx), { clientName: client.clientName ?? client.clientId, userCode }),
      ),
    successSource: (ctx) =>
      showMessage(ctx, {
        title: 'Your device is signed in',
        text: 'You can close this page and go on at your device.',
      }),
  };
}

/**
 * A device page sent without its cookie, from an old tab or by a script: the provider writes a form secret into a session that it never
 * keeps, and then fails with 500 because it was never kept. There is nothing in it to lose.
 */
function forgetNewSession(ctx: KoaContextWithOIDC): boolean {
  const { session } = ctx.oidc;
  if (session === undefined || session.exp !== undefined) return false;
  Reflect.set(session, 'touched', false);
  return true;
}

function show(ctx: KoaContextWithOIDC, page: string): void {
  ctx.type = 'html';
  ctx.body = page;
}

function xsrfOf(ctx: KoaContextWithOIDC): string {
  const secret = ctx.oidc.session?.state?.['secret'];
  return typeof secret === 'string' ? secret : '';
}

const deviceForm = (ctx: KoaContextWithOIDC) => ({ action: ctx.oidc.urlFor('code_verification'), xsrf: xsrfOf(ctx) });

function errorText(error: string, cause: Error): string {
  if (cause.name === 'SessionNotFound') return 'This sign-in has expired. Start it again.';
  if (cause instanceof ApiProblem && cause.code === 'E-RATE-LIMITED') return cause.message;
  if (error === 'server_error') return 'Something went wrong on our side. Try again in a few seconds.';
  return 'The application asked for the sign-in in a way that is not allowed. Start it again from the application.';
}
