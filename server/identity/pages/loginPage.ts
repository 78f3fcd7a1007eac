import type { IdentityConfig } from '../identityConfig.ts';
import { html } from '../../http/html.ts';
import { renderPage } from './page.ts';

export interface LoginForm {
  readonly connections: readonly { readonly name: string; readonly displayName: string }[];
  readonly demoAccounts: readonly { readonly userName: string; readonly password: string; readonly note: string }[];
  /** Whether mail with a link for another password can arrive. */
  readonly canMail: boolean;
  /** Whether new organizations register themselves. */
  readonly canRegister: boolean;
  readonly problem?: LoginProblem;
}

export interface LoginProblem {
  readonly summary: string;
  readonly userName?: string;
  readonly password?: string;
}

/** One text for every reason (quality AU-3). */
export const refusedProblem: LoginProblem = {
  summary:
    'The e-mail address or the password is not right. After 3 failed attempts an account is locked for 10 minutes.',
};

/** Never repeats what was typed, so answers for known and unknown names are the same bytes; login.js keeps the name in the tab. */
export function renderLogin(
  config: IdentityConfig,
  { connections, demoAccounts, canMail, canRegister, problem }: LoginForm,
): string {
  return renderPage(config, {
    title: problem ? 'Error: Sign in' : 'Sign in',
    script: 'login.js',
    body: html`<h1>Sign in</h1>
${problem ? html`<div class="problem" id="problem" role="alert" tabindex="-1" autofocus><strong>You are not signed in.</strong> ${problem.summary}</div>` : null}
<form method="post">
${field({ name: 'userName', label: 'E-mail address', error: problem?.userName, hasProblem: Boolean(problem) })}
${field({ name: 'password', label: 'Password', error: problem?.password, hasProblem: Boolean(problem) })}
<button type="submit">Sign in</button>
</form>
${canMail ? html`<p><a href="/oidc/password/forgotten">Forgot your password?</a></p>` : null}
${connectionList(connections)}
${canRegister ? registerHint(config) : null}
${demoHint(demoAccounts)}`,
  });
}

interface Field {
  readonly name: 'userName' | 'password';
  readonly label: string;
  readonly error: string | undefined;
  readonly hasProblem: boolean;
}

function field({ name, label, error, hasProblem }: Field) {
  const described = [error ? `${name}-error` : '', hasProblem ? 'problem' : ''].filter(Boolean).join(' ');
  const kind =
    name === 'password'
      ? html`type="password" autocomplete="current-password" maxlength="1024"`
      : html`type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="320"`;
  return html`<div class="field">
<label for="${name}">${label}</label>
${error ? html`<p class="field-error" id="${name}-error">${error}</p>` : null}
<input id="${name}" name="${name}" ${kind} required ${hasProblem ? html`aria-invalid="true" aria-describedby="${described}"` : null}>
</div>`;
}

const connectionList = (connections: LoginForm['connections']) =>
  connections.length === 0
    ? null
    : html`<section aria-labelledby="connections">
<h2 id="connections">Or sign in with</h2>
<ul class="connections">
${connections.map(({ name, displayName }) => html`<li><a class="button secondary" href="?connection=${encodeURIComponent(name)}">${displayName}</a></li>`)}
</ul>
</section>`;

const registerHint = ({ publicUrl }: IdentityConfig) =>
  html`<p>Is your organization new here? <a href="${publicUrl}/account/register">Register your organization</a></p>`;

const demoHint = (accounts: LoginForm['demoAccounts']) =>
  accounts.length === 0
    ? null
    : html`<section aria-labelledby="demo">
<h2 id="demo">Demo accounts</h2>
<p class="quiet">This installation runs on demo data. The password is the same for all: <code>${accounts[0]?.password}</code></p>
<dl>
${accounts.map(({ userName, note }) => html`<div><dt>${userName}</dt><dd>${note}</dd></div>`)}
</dl>
</section>`;
