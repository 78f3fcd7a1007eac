import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { priceText } from '../../../shared/rules/plan.ts';
import type { Database } from '../../database/openDatabase.ts';
import { sql } from 'drizzle-orm';
import { inTransaction } from '../../database/transaction.ts';
import { html, type Html } from '../../http/html.ts';
import { demoPrices, findDemo, saveDemo } from './demoPaymentsStore.ts';
import { demoId, newSubscription } from './demoSubscription.ts';

interface Pages {
  readonly database: Pick<Database, 'pool' | 'db'>;
  readonly prefix: string;
  readonly back: string;
}

const sessionPath = z.object({ id: z.string().regex(/^\w{1,64}$/) });
const accountPath = z.object({ id: z.string().regex(/^\w{1,64}$/), key: z.string() });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** What the customer sees at the provider of the demo: the checkout and the account. */
export function registerDemoPages(app: FastifyInstance, { database, prefix, back }: Pages): void {
  const { db } = database;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    (_request, _body, done) => done(null, {}),
  );

  app.get('/session/:id', async (request, reply) => {
    const path = sessionPath.safeParse(request.params);
    const session = path.success ? await findDemo(db, 'session', path.data.id) : undefined;
    if (!path.success || !session || session.expires <= Date.now()) return gone(reply, back);
    if (session.isPaid) return paid(reply, back);
    const product = (await demoPrices(db)).get(session.product);
    return send(
      reply,
      'Checkout',
      html`<p>${product?.name}: <strong>${priceText(product?.cents ?? 0)}</strong> a month.</p>
<p>This is the payment provider of the demo. Nothing is charged.</p>
<form method="post" action="${prefix}/session/${path.data.id}"><button type="submit">Pay</button></form>
<p><a href="${back}">Back without paying</a></p>`,
    );
  });

  app.post('/session/:id', async (request, reply) => {
    const path = sessionPath.safeParse(request.params);
    if (!path.success) return gone(reply, back);
    const isKnown = await inTransaction(database, async (tx) => {
      // A second submit of the form waits for the first and pays nothing.
      await tx.execute(sql`select 1 from demo_payments where id = ${path.data.id} for update`);
      const session = await findDemo(tx, 'session', path.data.id);
      if (!session || session.expires <= Date.now()) return false;
      if (session.isPaid) return true;
      const account = await findDemo(tx, 'account', session.account);
      if (!account) return false;
      const id = demoId();
      await saveDemo(tx, 'subscription', id, newSubscription(session.account, session.product));
      await saveDemo(tx, 'account', session.account, { ...account, subscriptions: [...account.subscriptions, id] });
      await saveDemo(tx, 'session', path.data.id, { ...session, isPaid: true });
      return true;
    });
    return isKnown ? paid(reply, back) : gone(reply, back);
  });

  app.get('/account/:id/:key', async (request, reply) => {
    const path = accountPath.safeParse(request.params);
    const account = path.success ? await findDemo(db, 'account', path.data.id) : undefined;
    if (!path.success || !account || account.key !== path.data.key) return gone(reply, back);
    const [prices, subscriptions] = await Promise.all([
      demoPrices(db),
      Promise.all(account.subscriptions.map((id) => findDemo(db, 'subscription', id))),
    ]);
    const rows = subscriptions
      .filter((one) => one !== undefined)
      .map(({ product, state, next, end }) => {
        const { name, cents = 0 } = prices.get(product) ?? {};
        const until = state === 'active' ? `next payment on ${day.format(next)}` : `ends on ${day.format(end ?? next)}`;
        return html`<li>${name ?? product}: ${priceText(cents)} a month, ${state}, ${until}</li>`;
      });
    return send(
      reply,
      account.company,
      html`<p>Subscriptions at the payment provider of the demo:</p>
<ul>${rows}</ul>
<p><a href="${back}">Back</a></p>`,
    );
  });
}

const gone = (reply: FastifyReply, back: string) =>
  send(
    reply.code(404),
    'Not available',
    html`<p>This page does not exist or has expired.</p><p><a href="${back}">Back</a></p>`,
  );

const paid = (reply: FastifyReply, back: string) =>
  send(reply, 'Paid', html`<p>Thank you. The plan changes within a minute.</p><p><a href="${back}">Back</a></p>`);

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};

const send = (reply: FastifyReply, title: string, body: Html) =>
  reply.headers(headers).send(
    html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Demo payments</title>
<link rel="stylesheet" href="/oidc-assets/sign-in.css">
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text,
  );
