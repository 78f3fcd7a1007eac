import type { IdentityConfig } from '../identityConfig.ts';
import { html } from '../../http/html.ts';
import { renderPage } from './page.ts';

export interface Message {
  readonly title: string;
  readonly text: string;
  /** Where to go from here. */
  readonly link?: { readonly href: string; readonly label: string };
  /** A short machine word for support, such as `invalid_redirect_uri`. */
  readonly code?: string;
}

/** A page that says one thing and shows the way on. */
export const renderMessage = (config: IdentityConfig, { title, text, link, code }: Message): string =>
  renderPage(config, {
    title,
    body: html`<h1>${title}</h1>
<p>${text}</p>
${link ? html`<p><a class="button" href="${link.href}">${link.label}</a></p>` : null}
${code ? html`<p class="quiet">Code for support: ${code}</p>` : null}`,
  });

export const backToSignIn = ({ publicUrl }: IdentityConfig) => ({
  href: `${publicUrl}/account/login`,
  label: 'Back to sign-in',
});
