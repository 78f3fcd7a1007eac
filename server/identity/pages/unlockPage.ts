import type { IdentityConfig } from '../identityConfig.ts';
import { html } from '../../http/html.ts';
import { renderPage } from './page.ts';

/**
 * The page of a mailed unlock link. Only its button uses the link, because mail scanners open every address; it is the same for every
 * token, valid or not.
 */
export const renderUnlock = (config: IdentityConfig, token: string): string =>
  renderPage(config, {
    title: 'Unlock your account',
    body: html`<h1>Unlock your account</h1>
<p>Sign-in is possible again at once. Your password stays the same, and you are not signed in by this.</p>
<form method="post" action="/oidc/unlock">
<input type="hidden" name="token" value="${token}">
<button type="submit">Unlock</button>
</form>`,
  });
