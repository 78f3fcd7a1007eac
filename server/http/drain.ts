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
  let draining = false;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', (done) => {
    draining = true;
    done();
  });
  return {
    get draining() {
      return draining;
    },
    begin: () => {
      draining = true;
    },
  };
}
