import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface Drain {
  readonly draining: boolean;
  begin(): void;
}

/**
 * Leaving without breaking anything (FT-8): readiness goes off, answers ask for a new connection, what is running is finished. Without
 * the header a keep-alive client would hold the server open for more than a minute (quality.md finding 6).
 */
export function registerDrain(app: FastifyInstance): Drain {
  const running = new Set<ServerResponse>();
  let draining = false;

  const begin = () => {
    draining = true;
    for (const answer of running) askForNewConnection(answer);
  };
  // On the raw answer, because the sign-in provider writes its answers itself.
  app.addHook('onRequest', (_request, reply, done) => {
    const { raw } = reply;
    if (draining) askForNewConnection(raw);
    running.add(raw);
    raw.once('close', () => running.delete(raw));
    done();
  });
  app.addHook('preClose', (done) => {
    begin();
    done();
  });
  return {
    get draining() {
      return draining;
    },
    begin,
  };
}

function askForNewConnection(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('connection', 'close');
}
