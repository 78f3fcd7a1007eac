import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, Html } from '../http/html.ts';

interface Page {
  readonly title: string;
  readonly body: Html;
  /** Read by the script. */
  readonly id?: string;
  readonly script?: { readonly text: string; readonly hash: string };
}

/**
 * Keeps a window connected with the one that opened it, whatever pages of a provider it shows in between; as a hook, because redirects need it
 * as pages do.
 */
export const keepOpener = (_request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
  reply.header('cross-origin-opener-policy', 'unsafe-none');
  done();
};

/** A page of the window in which a person is verified. */
export const sendPage = (reply: FastifyReply, { title, body, id = '', script }: Page) =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'${script ? `; script-src ${script.hash}` : ''}`,
    })
    .send(
      html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Identity verification</title>
<link rel="stylesheet" href="/oidc-assets/sign-in.css">
</head>
<body>
<main data-id="${id}">
<h1>${title}</h1>
${body}
</main>
${script ? new Html(`<script>${script.text}</script>`) : null}
</body>
</html>
`.text,
    );
