import { z } from 'zod';

/** Another system that is called. Private addresses are refused unless the operator says that the service is inside. */
export interface OutboundService {
  readonly url: string | null;
  readonly allowPrivate: boolean;
}

/** What can be set about messages and documents. docs/operations.md lists the variables. */
export interface ExchangeConfig {
  /** The SMTP listener for mail to direct addresses; null where it is off. */
  readonly inbound: { readonly host: string; readonly port: number } | null;
  /** Messages a minute that the demo makes by itself; 0 outside demo mode. */
  readonly demoTrafficPerMinute: number;
  /** Messages of history that come with the demo data. */
  readonly demoMessages: number;
  /** Worker threads for documents, and what one document may take. */
  readonly documents: { readonly threads: number; readonly timeoutMs: number; readonly memoryMb: number };
  /** The platform's own webhook (notification type 30). */
  readonly productWebhook: OutboundService & { readonly secret: string | null };
  readonly webhooks: {
    /** Addresses may be in a private network, and http. */
    readonly allowPrivate: boolean;
    /** Waits between the attempts of a delivery; one attempt more than waits. */
    readonly retrySeconds: readonly number[];
    /** A webhook is disabled when nothing was delivered for this long. */
    readonly disableAfterDays: number;
    /** How long the log has deliveries that are over. */
    readonly logDays: number;
  };
  /** Who is told when a system alert starts and ends. */
  readonly alertEmails: readonly string[];
  /** Jobs that one process works on at once. */
  readonly jobConcurrency: number;
  /** Live notices to browsers over web sockets. */
  readonly hubs: boolean;
}

const flag = z.stringbool({ error: 'must be true or false' });
const whole = (least: number, most: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);

export const exchangeVariables = {
  SMTP_INBOUND: flag.default(false),
  SMTP_INBOUND_HOST: z.string().trim().min(1).default('127.0.0.1'),
  SMTP_INBOUND_PORT: whole(0, 65_535).default(2525),
  DEMO_TRAFFIC: whole(0, 6000).default(12),
  DEMO_MESSAGES: whole(0, 5_000_000).default(2000),
  DOCUMENT_THREADS: whole(1, 64).default(1),
  DOCUMENT_TIMEOUT_MS: whole(100, 120_000).default(4000),
  DOCUMENT_MEMORY_MB: whole(64, 4096).default(256),
  PRODUCT_WEBHOOK_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
    .optional(),
  PRODUCT_WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  PRODUCT_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  WEBHOOKS_ALLOW_PRIVATE: flag.default(false),
  WEBHOOK_RETRY_SECONDS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(
      z
        .array(z.coerce.number<string>({ error: 'must be seconds such as 10,60,300' }).min(0).max(604_800))
        .min(1)
        .max(20),
    )
    .default([10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400, 86_400]),
  WEBHOOK_DISABLE_AFTER_DAYS: whole(1, 365).default(5),
  WEBHOOK_LOG_DAYS: whole(1, 3650).default(30),
  ALERT_EMAILS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.email('must be e-mail addresses')))
    .optional(),
  JOB_CONCURRENCY: whole(1, 64).default(6),
  HUBS: flag.default(true),
};

const variables = z.object(exchangeVariables);

export const exchangeFrom = (
  settings: z.output<typeof variables>,
  { demo, supportEmail }: { readonly demo: boolean; readonly supportEmail: string },
): ExchangeConfig => ({
  inbound: settings.SMTP_INBOUND ? { host: settings.SMTP_INBOUND_HOST, port: settings.SMTP_INBOUND_PORT } : null,
  demoTrafficPerMinute: demo ? settings.DEMO_TRAFFIC : 0,
  demoMessages: demo ? settings.DEMO_MESSAGES : 0,
  documents: {
    threads: settings.DOCUMENT_THREADS,
    timeoutMs: settings.DOCUMENT_TIMEOUT_MS,
    memoryMb: settings.DOCUMENT_MEMORY_MB,
  },
  productWebhook: {
    url: settings.PRODUCT_WEBHOOK_URL ?? null,
    allowPrivate: settings.PRODUCT_WEBHOOK_ALLOW_PRIVATE,
    secret: settings.PRODUCT_WEBHOOK_SECRET ?? null,
  },
  webhooks: {
    allowPrivate: settings.WEBHOOKS_ALLOW_PRIVATE,
    retrySeconds: settings.WEBHOOK_RETRY_SECONDS,
    disableAfterDays: settings.WEBHOOK_DISABLE_AFTER_DAYS,
    logDays: settings.WEBHOOK_LOG_DAYS,
  },
  alertEmails: settings.ALERT_EMAILS ?? [supportEmail],
  jobConcurrency: settings.JOB_CONCURRENCY,
  hubs: settings.HUBS,
});
