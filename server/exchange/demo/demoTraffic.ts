import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { openLongConnection } from '../../database/longConnection.ts';
import { faultOf } from '../../jobs/faultOf.ts';
import { systemContext } from '../../jobs/systemContext.ts';
import { acceptIncoming } from '../acceptIncoming.ts';
import { acceptOutgoing } from '../acceptOutgoing.ts';
import type { ExchangeServices } from '../exchangeServices.ts';
import { demoMessage } from './demoMessages.ts';
import { type DemoPartners, demoPartners } from './demoPartners.ts';

/** Any number, the same in every process: one of them makes traffic at a time. */
const trafficLock = 727_307_023;
const askAgainMs = 10_000;
const partnersLiveMs = 60_000;

/** Makes messages while the server runs in demo mode, so that every screen has something to show. */
export function startDemoTraffic(app: FastifyInstance, services: ExchangeServices): void {
  const { jobs, exchange } = services.config;
  if (!jobs.enabled || exchange.demoTrafficPerMinute === 0) return;
  const ending = new AbortController();
  let running: Promise<void> | undefined;
  app.addHook('onReady', async () => {
    running = untilEnded(services, app.log, ending.signal);
  });
  app.addHook('preClose', async () => ending.abort());
  app.addHook('onClose', () => running);
}

async function untilEnded(services: ExchangeServices, log: Pick<FastifyBaseLogger, 'warn'>, ending: AbortSignal) {
  while (!ending.aborted) {
    try {
      await takeTurn(services, ending);
    } catch (error) {
      log.warn({ fault: faultOf(error) }, 'the demo traffic was interrupted');
    }
    await pause(askAgainMs, ending);
  }
}

/** The lock ends with its connection, so a killed server makes way by itself. */
async function takeTurn(services: ExchangeServices, ending: AbortSignal): Promise<void> {
  const { client, cut } = await openLongConnection(services.database, {
    statementTimeoutMs: 2_000,
    name: 'carepost demo',
  });
  try {
    const tried = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [trafficLock]);
    if (!tried.rows[0]?.locked) return;
    const lost = new AbortController();
    client.once('end', () => lost.abort());
    await makeTraffic(services, AbortSignal.any([ending, lost.signal]));
  } finally {
    cut();
  }
}

async function makeTraffic(services: ExchangeServices, over: AbortSignal): Promise<void> {
  const between = 60_000 / services.config.exchange.demoTrafficPerMinute;
  let partners: DemoPartners | undefined;
  let askedAt = 0;
  while (!over.aborted) {
    if (!partners || Date.now() - askedAt > partnersLiveMs) {
      partners = await demoPartners(services.database.db);
      askedAt = Date.now();
    }
    await sendDemoMessage(services, partners);
    await pause(between * (0.5 + Math.random()), over);
  }
}

/** One message of the demo, through the same doors as all others. */
export async function sendDemoMessage(
  services: ExchangeServices,
  partners: DemoPartners,
  number = Date.now(),
): Promise<void> {
  const made = await demoMessage(number, partners);
  if (made?.kind === 'incoming') await acceptIncoming(services, made.message);
  if (made?.kind === 'outgoing') await acceptOutgoing(services, made.message, systemContext(`demo-${number}`));
}

const pause = (milliseconds: number, over: AbortSignal) =>
  delay(milliseconds, undefined, { signal: over, ref: false }).catch(() => undefined);
