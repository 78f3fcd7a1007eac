import type { FastifyInstance } from 'fastify';
import type { Services } from '../http/areaEntry.ts';
import { sendMail } from '../mail/sendMail.ts';
import { callOutbound } from './callOutbound.ts';
import { startWorker } from './worker.ts';

/** Works off the queue while the server runs; any number of servers share the work. */
export function startJobs(app: FastifyInstance, services: Pick<Services, 'config' | 'database'>): void {
  if (!services.config.jobs.enabled) return;
  let stop: (() => Promise<void>) | undefined;
  app.addHook('onReady', async () => {
    stop = startWorker({
      database: services.database,
      log: app.log,
      tasks: {
        'mail.send': (payload, run) => sendMail(services, payload, run),
        'outbound.call': (payload, run) => callOutbound(services, payload, run),
      },
    });
  });
  // Beside the calls of people, so that both have the whole time of the drain.
  let stopped: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    stopped = stop?.();
  });
  app.addHook('onClose', () => stopped);
}
