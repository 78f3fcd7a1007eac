import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../database/openDatabase.ts';
import { inTransaction } from '../database/transaction.ts';
import { html } from '../http/html.ts';
import { type Initiation, lockByState, updateInitiation } from './initiationStore.ts';
import { keepOpener, sendPage } from './proofingPage.ts';

export const returnPath = '/idproofing/return';

const returned = z.union([
  z.object({ state: z.string().max(200), code: z.string().min(1).max(2000) }),
  z.object({ state: z.string().max(200), error: z.string().min(1).max(200) }),
]);
type Returned = z.output<typeof returned>;

/** Tells the window that opened this one; without one the text of the page says what to do. */
const script = `const { id } = document.querySelector('main').dataset;
if (window.opener && id) {
  window.opener.postMessage({ type: 'idproofing', id }, window.location.origin);
  window.close();
}`;
const scriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * Where the identity provider sends the browser back to. The code stays on the server, so that it is in no storage and no message of a browser,
 * and so that a verification may end on another device than it began on.
 */
export function registerReturn(app: FastifyInstance, database: Database): void {
  app.get(returnPath, { onRequest: keepOpener }, async (request, reply) => {
    const query = returned.safeParse(request.query);
    const initiation = query.success ? await takeReturn(database, query.data) : undefined;
    if (!initiation)
      return sendPage(reply.code(404), {
        title: 'Not available',
        body: html`<p>This verification does not exist or has expired.</p>
<p><a href="/account/dashboard">Start it again</a></p>`,
      });
    if (initiation.usedAt !== null)
      return sendPage(reply, {
        title: 'Not needed any more',
        body: html`<p>You have finished another verification, which you started later. You can close this page.</p>`,
      });
    if (initiation.mode === 'tab')
      return reply.header('cache-control', 'no-store').redirect(`/account/dashboard?idproofing=${initiation.id}`, 303);
    const where = initiation.mode === 'phone' ? 'on your computer' : 'in the window where you started';
    return sendPage(reply, {
      title: 'Go back',
      id: initiation.id,
      script: { text: script, hash: scriptHash },
      body: html`<p>The verification continues ${where}. You can close this page.</p>`,
    });
  });
}

/**
 * Stores what was returned. A page that is loaded again is the same, another result for the verification is refused. The result of one that a later
 * one has ended is not stored.
 */
const takeReturn = (database: Database, query: Returned): Promise<Initiation | undefined> =>
  inTransaction(database, async (tx) => {
    const initiation = await lockByState(tx, query.state);
    if (!initiation || initiation.expiresAt <= new Date()) return undefined;
    const code = 'code' in query ? query.code : null;
    const error = 'error' in query ? query.error : null;
    if (initiation.usedAt !== null && initiation.returnedAt === null) return initiation;
    if (initiation.returnedAt !== null)
      return initiation.usedAt === null && initiation.code === code && initiation.error === error
        ? initiation
        : undefined;
    await updateInitiation(tx, initiation.id, { code, error, returnedAt: new Date() });
    return initiation;
  });
