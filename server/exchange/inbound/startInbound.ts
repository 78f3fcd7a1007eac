import type { FastifyInstance } from 'fastify';
import { platformDomain } from '../../addresses/directDomain.ts';
import { ConfigError } from '../../config.ts';
import type { ExchangeServices } from '../exchangeServices.ts';
import { openMailReader } from './mailReader.ts';
import { smtpBounds, smtpListener } from './smtpListener.ts';
import { mailTaking } from './takeMail.ts';

/** Takes mail to direct addresses by SMTP while the server runs, where that is switched on. */
export async function startInbound(
  app: FastifyInstance,
  services: ExchangeServices,
  bounds = smtpBounds,
): Promise<void> {
  const { inbound, documents } = services.config.exchange;
  if (inbound === null) return;
  const domain = platformDomain(services.config);
  const reader = openMailReader({ ...documents, domain });
  const listener = smtpListener({
    name: domain,
    bounds,
    ...mailTaking({ services, reader, log: app.log }),
  });
  app.addHook('onReady', async () => {
    await listener.listen(inbound).catch((cause: Error & { readonly code?: string }) => {
      reader.close();
      const address = `${inbound.host}:${inbound.port}`;
      throw new ConfigError(
        `SMTP cannot listen on ${address} (${cause.code}). Choose another SMTP_INBOUND_HOST or SMTP_INBOUND_PORT, or switch SMTP_INBOUND off.`,
      );
    });
  });
  // Beside the calls of people, so that both have the whole time of the drain.
  let closed: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    closed = listener.close().then(() => reader.close());
  });
  app.addHook('onClose', () => closed);
}
