import { html } from '../../http/html.ts';
import type { IdentityConfig } from '../identityConfig.ts';
import { renderPage } from './page.ts';

/** The second step of a sign-in with a password: the code of the authenticator app. */
export const renderCodeForm = (config: IdentityConfig, uid: string, hasProblem: boolean): string =>
  renderPage(config, {
    title: hasProblem ? 'Error: Enter your code' : 'Enter your code',
    body: html`<h1>Enter your code</h1>
${hasProblem ? html`<div class="problem" id="problem" role="alert" tabindex="-1" autofocus><strong>You are not signed in.</strong> The code is not right. Each code works once; after 3 failed attempts an account is locked for 10 minutes.</div>` : null}
<p>Your authenticator app shows a code of 6 digits for this account.</p>
<form method="post" action="/oidc/interaction/${uid}/code">
<div class="field">
<label for="code">Code</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required ${hasProblem ? html`aria-invalid="true" aria-describedby="problem"` : html`autofocus`}>
</div>
<button type="submit">Sign in</button>
</form>
<p class="quiet">Is the phone lost? Ask your administrator to turn the codes off.</p>
<p><a href="/oidc/interaction/${uid}?password">Sign in as another user</a></p>`,
  });
