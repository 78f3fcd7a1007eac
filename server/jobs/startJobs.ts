import type { FastifyInstance } from 'fastify';
import { checkCertificates } from '../areas/certificates/checkCertificates.ts';
import { endEmergency } from '../areas/emergencies/endEmergencies.ts';
import { runRetryJob } from '../areas/retryjobs/runRetryJob.ts';
import { enqueueStranded } from '../exchange/enqueueStranded.ts';
import { runWorkflow } from '../exchange/runWorkflow.ts';
import { sendNotification } from '../exchange/notifications/sendNotification.ts';
import type { Services } from '../http/areaEntry.ts';
import { mailForgottenPassword } from '../identity/passwordLinks/forgottenPassword.ts';
import { mailUnlockLink } from '../identity/unlock/unlockLinks.ts';
import { sendMail } from '../mail/sendMail.ts';
import { deliverWebhook } from '../webhooks/deliverWebhook.ts';
import { deliverySlots } from '../webhooks/deliverySlots.ts';
import { callOutbound } from './callOutbound.ts';
import { every } from './every.ts';
import { startWorker } from './worker.ts';
import { keepStatistics } from './workerStatistics.ts';

const sweepMs = 30_000;

type JobServices = Pick<Services, 'config' | 'database' | 'documents' | 'hubs' | 'secrets'>;

/** Works off the queue while the server runs; any number of servers share the work. */
export function startJobs(app: FastifyInstance, services: JobServices): void {
  if (!services.config.jobs.enabled) return;
  let stop: (() => Promise<void>) | undefined;
  app.addHook('onReady', async () => {
    const statistics = keepStatistics(services.database, services.documents);
    const concurrency = services.config.exchange.jobConcurrency;
    const slots = deliverySlots(concurrency);
    const stopWorker = startWorker({
      concurrency,
      watch: statistics,
      database: services.database,
      log: app.log,
      tasks: {
        'mail.send': (payload, run) => sendMail(services, payload, run),
        'outbound.call': (payload, run) => callOutbound(services, payload, run),
        'workflow.run': (payload, run) => runWorkflow(services, payload, run),
        'notification.send': (payload, run) => sendNotification(services, payload, run),
        'unlock.mail': (payload) => mailUnlockLink(services, payload),
        'password.forgotten': (payload) => mailForgottenPassword(services, payload),
        'retryjob.run': (payload, run) => runRetryJob(services, payload, run),
        'emergency.end': (payload) => endEmergency(services, payload),
        'certificates.check': (payload, run) => checkCertificates(services, payload, run),
        'webhook.deliver': (payload, run) => deliverWebhook({ ...services, slots }, payload, run),
      },
    });
    const stopSweep = every(
      sweepMs,
      () => enqueueStranded(services.database),
      app.log,
      'could not look for workflows that nobody works on',
    );
    stop = async () => {
      await stopSweep();
      await stopWorker();
      await statistics.stop();
    };
  });
  // Beside the calls of people, so that both have the whole time of the drain.
  let stopped: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    stopped = stop?.();
  });
  app.addHook('onClose', () => stopped);
}
