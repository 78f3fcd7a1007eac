import { BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { dataFolderOf } from './database/embedded/dataFolder.ts';
import { type ExchangeConfig, exchangeFrom, exchangeVariables, type OutboundService } from './exchangeConfig.ts';

/** Everything that can be set from outside, read once at start. docs/operations.md lists the variables. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Where browsers reach this installation, without a slash at the end. */
  readonly publicUrl: string;
  readonly databaseUrl: string | null;
  /** The same database with the account that owns the tables; null where DATABASE_URL has it, or has no right to migrate. */
  readonly migrationDatabaseUrl: string | null;
  /** Data folder of the embedded database; null means the default (server/database/embedded/dataFolder.ts). */
  readonly dataFolder: string | null;
  /** Key of the secrets in the database; null means the default (server/identity/secrets/keyFile.ts). */
  readonly keyFile: string | null;
  readonly poolSize: number;
  /** Issuer of the access tokens: an external provider's, or our own. */
  readonly issuer: string;
  readonly externalIssuer: string | null;
  /** Claim of an external provider that carries the role. */
  readonly roleClaim: string;
  /** E-mail domains whose verified addresses the external provider may link to accounts by itself. */
  readonly trustedDomains: readonly string[];
  readonly demo: boolean;
  readonly demoOrganizations: number;
  readonly features: { readonly apiCaptureEnabled: boolean; readonly WestFaxInterface: boolean };
  readonly brand: { readonly name: string; readonly primaryColor: string; readonly supportEmail: string };
  /** Proxies whose X-Forwarded-For is believed: false, or addresses and networks. */
  readonly trustProxy: false | readonly string[];
  readonly corsOrigins: readonly string[];
  readonly logLevel: string;
  /** Time from SIGTERM to the end of the process. */
  readonly shutdownMs: number;
  /** Delay of the event loop above which calls are refused with 503. */
  readonly maxLoopDelayMs: number;
  readonly rateLimit: {
    readonly signInPerMinute: number;
    readonly apiPerMinute: number;
    /** Sign-ins that were started and not completed, of all client addresses together. */
    readonly pendingSignIns: number;
  };
  /** Folder of the temporary files of uploads, and how many bytes may be received at the same time. */
  readonly uploads: { readonly folder: string; readonly totalBytes: number };
  /** Free space of a disk below which the server is not ready. */
  readonly minFreeDiskBytes: number;
  /** Build what is older than its sources before serving it. */
  readonly build: boolean;
  readonly docs: boolean;
  readonly metrics: boolean;
  readonly jobs: {
    /** Whether this process works off the queue. */
    readonly enabled: boolean;
    /** Waits between the attempts of a mail or a call to another system; one attempt more than waits. */
    readonly retrySeconds: readonly number[];
  };
  /** Without `smtpUrl` mail is captured instead of sent. */
  readonly mail: { readonly smtpUrl: string | null; readonly from: string };
  readonly customerMessaging: OutboundService;
  readonly westFax: OutboundService;
  /** Without `url` the demo has a directory of its own. */
  readonly fhirDirectory: OutboundService;
  /** How long a captured API call is kept. */
  readonly apiCaptureDays: number;
  readonly exchange: ExchangeConfig;
  readonly timeouts: { readonly headersMs: number; readonly requestMs: number; readonly exportStallMs: number };
}

/** The settings were refused; the message names each variable, the rule and the way out. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const megabyte = 1024 * 1024;
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

const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'must be development, test, production, or not set' })
    .optional(),
  // Of a second address Fastify makes a server of its own, without our limits (connections, framing, drain).
  HOST: trimmed.transform((host) => (host === 'localhost' ? '127.0.0.1' : host)).default('127.0.0.1'),
  PORT: z.coerce.number({ error: 'must be a number' }).int().min(0).max(65_535, 'must be at most 65535').default(3000),
  PUBLIC_URL: webUrl.optional(),
  DATABASE_URL: postgresUrl.optional(),
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  CAREPOST_DATA: trimmed.optional(),
  CAREPOST_KEY_FILE: trimmed.optional(),
  DATABASE_POOL: count(200).default(12),
  OIDC_ISSUER: webUrl.optional(),
  OIDC_ROLE_CLAIM: trimmed.default('role'),
  OIDC_TRUSTED_DOMAINS: list
    .transform((domains) => domains.map((domain) => domain.toLowerCase()))
    .pipe(z.array(z.string().regex(domainForm, 'must be domains such as example.org, separated by commas')))
    .default([]),
  DEMO: flag.optional(),
  DEMO_ORGANIZATIONS: count(2_000_000).default(1000),
  API_CAPTURE_ENABLED: flag.default(true),
  WEST_FAX_INTERFACE: flag.default(false),
  BRAND_NAME: trimmed.default('carepost'),
  BRAND_COLOR: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #0b6e6e')
    .default('#0b5f73'),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('support@carepost.example'),
  TRUST_PROXY: list.default([]),
  CORS_ORIGINS: list.pipe(z.array(z.url('must be origins such as https://admin.example.org'))).default([]),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SHUTDOWN_SECONDS: count(600).default(5),
  MAX_LOOP_DELAY_MS: count(600_000).default(1_000),
  RATE_LIMIT_SIGN_IN: count(1_000_000).default(60),
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
  API_CAPTURE_DAYS: count(30).default(7),
  HEADERS_TIMEOUT_MS: count(60_000).default(5_000),
  REQUEST_TIMEOUT_MS: count(300_000).default(10_000),
  EXPORT_STALL_MS: count(300_000).default(15_000),
  ...exchangeVariables,
});

type Variables = z.output<typeof variables>;

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable counts as not set, as shells and compose files write them.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw refusal(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`));
  }
  const settings = parsed.data;
  const production = settings.NODE_ENV === 'production';
  const faults = production ? productionFaults(settings) : publicDemoFaults(settings);
  if (settings.MIGRATION_DATABASE_URL !== undefined && settings.DATABASE_URL === undefined) {
    faults.push('MIGRATION_DATABASE_URL needs DATABASE_URL; the embedded database has both accounts by itself.');
  }
  for (const entry of settings.TRUST_PROXY) {
    if (isNetwork(entry)) continue;
    faults.push(
      `TRUST_PROXY must list the addresses or networks of your proxies, such as 10.0.0.5, 10.1.0.0/16, separated by commas: ${JSON.stringify(entry)} is neither.`,
    );
  }
  if (faults.length > 0) throw refusal(faults);
  return configFrom(settings, production);
}

function configFrom(settings: Variables, production: boolean): Config {
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  return {
    production,
    host: settings.HOST,
    port: settings.PORT,
    publicUrl,
    databaseUrl: settings.DATABASE_URL ?? null,
    migrationDatabaseUrl: settings.MIGRATION_DATABASE_URL ?? null,
    dataFolder: settings.CAREPOST_DATA ?? null,
    keyFile: settings.CAREPOST_KEY_FILE ?? null,
    poolSize: settings.DATABASE_POOL,
    issuer: settings.OIDC_ISSUER ?? `${publicUrl}/oidc`,
    externalIssuer: settings.OIDC_ISSUER ?? null,
    roleClaim: settings.OIDC_ROLE_CLAIM,
    trustedDomains: settings.OIDC_TRUSTED_DOMAINS,
    demo: settings.DEMO ?? !production,
    demoOrganizations: settings.DEMO_ORGANIZATIONS,
    features: { apiCaptureEnabled: settings.API_CAPTURE_ENABLED, WestFaxInterface: settings.WEST_FAX_INTERFACE },
    brand: { name: settings.BRAND_NAME, primaryColor: settings.BRAND_COLOR, supportEmail: settings.SUPPORT_EMAIL },
    trustProxy: settings.TRUST_PROXY.length > 0 ? settings.TRUST_PROXY : false,
    corsOrigins: settings.CORS_ORIGINS,
    logLevel: settings.LOG_LEVEL,
    shutdownMs: settings.SHUTDOWN_SECONDS * 1000,
    maxLoopDelayMs: settings.MAX_LOOP_DELAY_MS,
    rateLimit: {
      signInPerMinute: settings.RATE_LIMIT_SIGN_IN,
      apiPerMinute: settings.RATE_LIMIT_API,
      pendingSignIns: settings.PENDING_SIGN_INS,
    },
    uploads: {
      folder: resolve(settings.UPLOAD_FOLDER ?? join(dataFolderOf(settings.CAREPOST_DATA ?? null), 'uploads')),
      totalBytes: settings.UPLOADS_MB * megabyte,
    },
    minFreeDiskBytes: settings.MIN_FREE_DISK_MB * megabyte,
    build: settings.BUILD ?? !production,
    docs: settings.DOCS ?? !production,
    metrics: settings.METRICS ?? !production,
    jobs: { enabled: settings.JOBS, retrySeconds: settings.JOB_RETRY_SECONDS },
    mail: { smtpUrl: settings.SMTP_URL ?? null, from: settings.MAIL_FROM ?? settings.SUPPORT_EMAIL },
    customerMessaging: {
      url: settings.CUSTOMER_MESSAGING_URL ?? null,
      allowPrivate: settings.CUSTOMER_MESSAGING_ALLOW_PRIVATE,
    },
    fhirDirectory: {
      url: settings.FHIR_DIRECTORY_URL ?? null,
      allowPrivate: settings.FHIR_DIRECTORY_ALLOW_PRIVATE,
    },
    westFax: { url: settings.WESTFAX_URL ?? null, allowPrivate: settings.WESTFAX_ALLOW_PRIVATE },
    apiCaptureDays: settings.API_CAPTURE_DAYS,
    exchange: exchangeFrom(settings, {
      demo: settings.DEMO ?? !production,
      supportEmail: settings.SUPPORT_EMAIL,
    }),
    timeouts: {
      headersMs: settings.HEADERS_TIMEOUT_MS,
      requestMs: settings.REQUEST_TIMEOUT_MS,
      exportStallMs: settings.EXPORT_STALL_MS,
    },
  };
}

/** An address, or a network with a prefix. A network of all addresses would trust every caller. */
function isNetwork(entry: string): boolean {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const version = isIP(address);
  if (version === 0) return false;
  return bits === undefined || (Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128));
}

/** A demo whose accounts have public passwords is for this machine alone, unless it is meant to be shown. */
function publicDemoFaults({ DEMO, HOST, PUBLIC_URL }: Variables): string[] {
  if (DEMO !== undefined) return [];
  const open = [
    ...(isLoopback(HOST) ? [] : [`HOST=${HOST}`]),
    ...(PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname) ? [] : [`PUBLIC_URL=${PUBLIC_URL}`]),
  ];
  if (open.length === 0) return [];
  return [
    `${open.join(' and ')} would open the demo, whose accounts have public passwords, to other machines. Set NODE_ENV=production for a real installation or DEMO=false for one without demo accounts, each with a database that the demo has not filled, or DEMO=true to show the demo.`,
  ];
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version === 0
    ? address.toLowerCase() === 'localhost'
    : loopback.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

const samplePasswords = new Set([
  '',
  'postgres',
  'password',
  'carepost',
  'secret',
  'changeme',
  'change-me',
  'admin',
  'example',
  '123456',
]);

/** OP-2: what is handy on a laptop must not go live unnoticed. */
function productionFaults(settings: Variables): string[] {
  const faults: string[] = [];
  if (settings.DEMO === true)
    faults.push('DEMO must not be true when NODE_ENV is production: demo accounts have known passwords.');
  if (settings.PUBLIC_URL === undefined) {
    faults.push('PUBLIC_URL must be set when NODE_ENV is production, such as https://carepost.example.org.');
  } else if (!settings.PUBLIC_URL.startsWith('https://')) {
    faults.push('PUBLIC_URL must begin with https:// when NODE_ENV is production: tokens and cookies travel over it.');
  }
  if (settings.OIDC_ISSUER !== undefined && !settings.OIDC_ISSUER.startsWith('https://')) {
    faults.push('OIDC_ISSUER must begin with https:// when NODE_ENV is production.');
  }
  if (settings.FHIR_DIRECTORY_URL !== undefined && !settings.FHIR_DIRECTORY_URL.startsWith('https://')) {
    faults.push('FHIR_DIRECTORY_URL must begin with https:// when NODE_ENV is production.');
  }
  for (const [name, insideToo] of [
    ['CUSTOMER_MESSAGING_URL', settings.CUSTOMER_MESSAGING_ALLOW_PRIVATE],
    ['WESTFAX_URL', settings.WESTFAX_ALLOW_PRIVATE],
  ] as const) {
    const url = settings[name];
    if (url !== undefined && !insideToo && !url.startsWith('https://')) {
      faults.push(`${name} must begin with https:// when NODE_ENV is production and the service is not inside.`);
    }
  }
  if (settings.DATABASE_URL !== undefined && settings.CAREPOST_KEY_FILE === undefined) {
    faults.push(
      'CAREPOST_KEY_FILE must be set when NODE_ENV is production and DATABASE_URL is set: the key of the secrets in the database, such as /etc/carepost/key. It is made on the first start.',
    );
  }
  for (const name of ['DATABASE_URL', 'MIGRATION_DATABASE_URL'] as const) {
    const url = settings[name];
    if (url !== undefined && hasWeakPassword(url)) {
      faults.push(
        `${name} has a sample password or none; give the database account a password of at least 12 characters.`,
      );
    }
  }
  return faults;
}

function hasWeakPassword(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return true;
  const url = new URL(databaseUrl);
  // A Unix socket is guarded by the operating system's accounts, not by a password.
  if (url.hostname === '' || url.searchParams.get('host')?.startsWith('/')) return false;
  const password = decodeURIComponent(url.password);
  return password.length < 12 || samplePasswords.has(password.toLowerCase());
}

const refusal = (faults: readonly string[]) =>
  new ConfigError(
    `The settings are not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}\nSee docs/operations.md for all settings.`,
  );
