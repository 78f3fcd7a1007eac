import type { IdentityConfig } from '../identityConfig.ts';
import { html, type Html } from '../../http/html.ts';

interface Page {
  readonly title: string;
  readonly body: Html;
  /** A script of /oidc-assets that makes the page nicer; every page works without it. */
  readonly script?: string;
}

/** A whole page of the sign-in service, in the brand's name and colour. */
export const renderPage = (config: IdentityConfig, { title, body, script }: Page): string =>
  html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${config.brand.name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/oidc-assets/sign-in.css">
${script ? html`<script src="/oidc-assets/${script}" defer></script>` : null}
</head>
<body>
<header><span class="brand">${config.brand.name}</span></header>
<main>
${body}
</main>
<footer>Need help? Write to <a href="mailto:${config.brand.supportEmail}">${config.brand.supportEmail}</a></footer>
</body>
</html>
`.text;

/** Sets what every sign-in page needs. `same-origin` keeps the Origin header of our own forms, which `no-referrer` blanks. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  // Browsers check form-action on the redirects after a form too: signing in for the command line ends at its loopback address.
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "form-action 'self' http://127.0.0.1:*",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join(';'),
};
