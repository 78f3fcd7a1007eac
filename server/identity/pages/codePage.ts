import { html } from '../../http/html.ts';
import type { IdentityConfig } from '../identityConfig.ts';
import { renderPage } from './page.ts';

export interface CodeForm {
  readonly uid: string;
  readonly from: 'app' | 'mail';
  /** Whether a code was mailed just now. */
  readonly isMailed?: boolean;
  readonly hasProblem?: boolean;
}

const introduction = ({ from, isMailed }: CodeForm) => {
  if (from === 'app') return 'Your authenticator app shows a code of 6 digits for this account.';
  return isMailed
    ? 'We have mailed you a code of 6 digits. It works for 10 minutes.'
    : 'Enter the last code that we mailed to you. A new one can be mailed in some minutes.';
};

/** The second step of a sign-in with a password: the code of the authenticator app, or one that was mailed. */
export const renderCodeForm = (config: IdentityConfig, form: CodeForm): string => {
  const { uid, from, hasProblem = false } = form;
  return renderPage(config, {
    title: hasProblem ? 'Error: Enter your code' : 'Enter your code',
    body: html`<h1>Enter your code</h1>
${hasProblem ? html`<div class="problem" id="problem" role="alert" tabindex="-1" autofocus><strong>You are not signed in.</strong> The code is not right. Each code works once; after 3 failed attempts an account is locked for 10 minutes.</div>` : null}
<p>${hasProblem && from === 'mail' ? 'Enter the last code that we mailed to you.' : introduction(form)}</p>
<form method="post" action="/oidc/interaction/${uid}/code">
<div class="field">
<label for="code">Code</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="20" required ${hasProblem ? html`aria-invalid="true" aria-describedby="problem"` : html`autofocus`}>
</div>
<button type="submit">Sign in</button>
</form>
${from === 'mail' ? html`<form method="post" action="/oidc/interaction/${uid}/code/again"><button type="submit" class="secondary">Mail a new code</button></form>` : null}
<p class="quiet">Is the ${from === 'app' ? 'phone' : 'mailbox'} lost? Enter one of your recovery codes, or ask your administrator to turn the codes off.</p>
<p><a href="/oidc/interaction/${uid}?password">Sign in as another user</a></p>`,
  });
};
