import type { IdentityConfig } from '../identityConfig.ts';
import { html } from '../../http/html.ts';
import { renderPage } from './page.ts';

interface LogoutForm {
  readonly action: string;
  readonly xsrf: string;
  /** True when the application proved by an ID token that it asks for the person signed in: no click is needed then. */
  readonly proven: boolean;
}

/** Without proof a click is asked for, so that a link on another site cannot sign anybody out (quality SS-3). */
export function renderLogout(config: IdentityConfig, { action, xsrf, proven }: LogoutForm): string {
  return renderPage(config, {
    title: 'Logout',
    ...(proven ? { script: 'logout.js' } : {}),
    body: html`<h1>Logout</h1>
<p>${proven ? 'You are being logged out.' : 'Do you want to log out?'}</p>
<form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${xsrf}">
<input type="hidden" name="logout" value="yes">
<button type="submit">Logout</button>
</form>
${proven ? null : html`<p><a class="button secondary" href="${config.publicUrl}/">Stay signed in</a></p>`}`,
  });
}
