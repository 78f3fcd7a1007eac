import { z } from 'zod';
import { exchangeVariables } from './exchangeConfig.ts';

const trimmed = z.string().trim().min(1, 'must not be empty');
const flag = z.stringbool({ error: 'must be true or false' });
const count = (most: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(most, `must be at most ${most}`);
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
  .transform((url) => url.replace(/\/+$/, ''));

const domainForm = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');

const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Every variable alone; rules that connect several are in configFaults.ts. */
export const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'must be development, test, production, or not set' })
    .optional(),
  // Of a second address Fastify makes a server of its own, without our limits (connections, framing, drain).
  HOST: trimmed.transform((host) => (host === 'localhost' ? '127.0.0.1' : host)).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: webUrl.optional(),
  DATABASE_URL: postgresUrl.optional(),
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  CAREPOST_DATA: trimmed.optional(),
  CAREPOST_KEY_FILE: trimmed.optional(),
  AUDIT_HEAD_FILE: trimmed.optional(),
  AUDIT_RETENTION_YEARS: count(100)
    .min(6, 'must be at least 6, the time that health records have to be accounted for')
    .optional(),
  DATABASE_POOL: count(200).default(12),
  DATABASE_WAIT_MS: count(600_000).default(2_000),
  OIDC_ISSUER: webUrl.optional(),
  OIDC_ROLE_CLAIM: trimmed.default('role'),
  OIDC_TRUSTED_DOMAINS: list
    .transform((domains) => domains.map((domain) => domain.toLowerCase()))
    .pipe(z.array(z.string().regex(domainForm, 'must be domains such as example.org, separated by commas')))
    .default([]),
  REGISTRATION: flag.default(true),
  IDLE_MINUTES: count(60).default(15),
  IDLE_SECONDS: count(3600).optional(),
  DEMO: flag.optional(),
  DEMO_ORGANIZATIONS: count(2_000_000).default(1000),
  API_CAPTURE_ENABLED: flag.default(true),
  WEST_FAX_INTERFACE: flag.default(false),
  INTEROP_API_URL: webUrl
    .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'must have no user name, password, query or fragment')
    .optional(),
  TIME_ZONE: trimmed.refine(isTimeZone, 'must be a time zone such as America/New_York or UTC').default('UTC'),
  BRAND_NAME: trimmed.default('carepost'),
  BRAND_COLOR: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a color such as #0b6e6e')
    .default('#0b5f73'),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('support@carepost.example'),
  TRUST_PROXY: list.default([]),
  CORS_ORIGINS: list.pipe(z.array(z.url('must be origins such as https://admin.example.org'))).default([]),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SHUTDOWN_SECONDS: count(600).default(5),
  MAX_LOOP_DELAY_MS: count(600_000).default(1_000),
  RATE_LIMIT_SIGN_IN: count(1_000_000).default(60),
  RATE_LIMIT_TOKENS: count(1_000_000).default(1200),
  RATE_LIMIT_USER_NAMES: count(1_000_000).default(60),
  RATE_LIMIT_API: count(100_000_000).default(600_000),
  PENDING_SIGN_INS: count(1_000_000).default(5000),
  UPLOAD_FOLDER: trimmed.optional(),
  UPLOADS_MB: count(1_000_000).default(256),
  MIN_FREE_DISK_MB: count(100_000_000).default(200),
  BUILD: flag.optional(),
  DOCS: flag.optional(),
  METRICS: flag.optional(),
  JOBS: flag.default(true),
  JOB_RETRY_SECONDS: list
    .pipe(
      z
        .array(z.coerce.number<string>({ error: 'must be seconds such as 10,60,300' }).min(0).max(86_400))
        .min(1)
        .max(20),
    )
    .default([10, 60, 300, 1800]),
  SMTP_URL: z
    .string()
    .refine(
      (url) => /^smtps?:\/\//.test(url) && URL.canParse(url),
      'must be an address such as smtp://mail.example.org:587',
    )
    .optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  CUSTOMER_MESSAGING_URL: webUrl.optional(),
  CUSTOMER_MESSAGING_ALLOW_PRIVATE: flag.default(false),
  WESTFAX_URL: webUrl.optional(),
  WESTFAX_ALLOW_PRIVATE: flag.default(false),
  FHIR_DIRECTORY_URL: webUrl
    .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'must have no user name, password, query or fragment')
    .optional(),
  FHIR_DIRECTORY_ALLOW_PRIVATE: flag.default(false),
  PAYMENT_PROVIDER_URL: webUrl
    .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'must have no user name, password, query or fragment')
    .optional(),
  PAYMENT_PROVIDER_USER: trimmed.optional(),
  PAYMENT_PROVIDER_PASSWORD: trimmed.optional(),
  PAYMENT_STORE_URL: webUrl.optional(),
  PAYMENT_PROVIDER_ALLOW_PRIVATE: flag.default(false),
  IDPROOFING_URL: webUrl
    .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'must have no user name, password, query or fragment')
    .optional(),
  IDPROOFING_CLIENT_ID: trimmed.optional(),
  IDPROOFING_CLIENT_SECRET: trimmed.optional(),
  IDPROOFING_ALLOW_PRIVATE: flag.default(false),
  KNOWLEDGE_URL: webUrl
    .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'must have no user name, password, query or fragment')
    .optional(),
  KNOWLEDGE_CLIENT_ID: trimmed.optional(),
  KNOWLEDGE_CLIENT_SECRET: trimmed.optional(),
  KNOWLEDGE_ALLOW_PRIVATE: flag.default(false),
  SSO_ALLOW_PRIVATE: flag.default(false),
  API_CAPTURE_DAYS: count(30).default(7),
  HEADERS_TIMEOUT_MS: count(60_000).default(5_000),
  REQUEST_TIMEOUT_MS: count(300_000).default(10_000),
  EXPORT_STALL_MS: count(300_000).default(15_000),
  ...exchangeVariables,
});

export type Variables = z.output<typeof variables>;
