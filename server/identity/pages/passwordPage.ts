import { passwordMaxLength, passwordMinLength } from '../../../shared/rules/password.ts';
import { mailedLinkHours } from '../../../shared/rules/user.ts';
import { html } from '../../http/html.ts';
import type { IdentityConfig } from '../identityConfig.ts';
import { renderPage } from './page.ts';

interface PasswordForm {
  readonly token: string;
  readonly problem?: string;
}

const field = (name: string, label: string, hasProblem: boolean) => html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="new-password" minlength="${String(passwordMinLength)}" maxlength="${String(passwordMaxLength)}" required ${hasProblem ? html`aria-invalid="true" aria-describedby="problem"` : null}>
</div>`;

/** The page of a mailed link to choose a password. It never names the account. */
export const renderPasswordForm = (config: IdentityConfig, { token, problem }: PasswordForm): string =>
  renderPage(config, {
    title: problem ? 'Error: Choose your password' : 'Choose your password',
    body: html`<h1>Choose your password</h1>
${problem ? html`<div class="problem" id="problem" role="alert" tabindex="-1" autofocus><strong>The password is not saved.</strong> ${problem}</div>` : null}
<p class="quiet">At least ${String(passwordMinLength)} characters; 15 or more are better. Several words are easy to remember.</p>
<form method="post" action="/oidc/password">
<input type="hidden" name="token" value="${token}">
${field('password', 'New password', Boolean(problem))}
${field('repeated', 'New password again', Boolean(problem))}
<button type="submit">Save password</button>
</form>`,
  });

/** For users who forgot their password. It never repeats the name, and is the same for known and unknown ones. */
export const renderForgotten = (config: IdentityConfig, problem?: string): string =>
  renderPage(config, {
    title: problem ? 'Error: Forgot your password?' : 'Forgot your password?',
    body: html`<h1>Forgot your password?</h1>
${problem ? html`<div class="problem" id="problem" role="alert" tabindex="-1" autofocus>${problem}</div>` : null}
<p>Enter the e-mail address that you sign in with. A link to choose a new password is mailed to it.</p>
<form method="post" action="/oidc/password/forgotten">
<div class="field">
<label for="userName">E-mail address</label>
<input id="userName" name="userName" type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="320" required ${problem ? html`aria-invalid="true" aria-describedby="problem"` : null}>
</div>
<button type="submit">Mail the link</button>
</form>
<p><a href="${config.publicUrl}/account/login">Back to sign-in</a></p>`,
  });

/** The page of a link that came too late: the mail with another one goes to the address of the account. */
export const renderExpiredLink = (config: IdentityConfig, token: string): string =>
  renderPage(config, {
    title: 'This link has expired',
    body: html`<h1>This link has expired</h1>
<p>It worked for ${String(mailedLinkHours)} hours and was not used. We can mail another one to the address of the account.</p>
<form method="post" action="/oidc/password/again">
<input type="hidden" name="token" value="${token}">
<button type="submit">Mail another link</button>
</form>`,
  });
