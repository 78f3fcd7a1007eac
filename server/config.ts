import { join, resolve } from 'node:path';
import { connectedFaults } from './configFaults.ts';
import { type Variables, variables } from './configVariables.ts';
import { dataFolderOf } from './database/embedded/dataFolder.ts';
import { type ExchangeConfig, exchangeFrom, type OutboundService } from './exchangeConfig.ts';
import { issueText } from './http/issueText.ts';

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
  /** File of the newest sealed segment of the audit trail; null means the default (server/areas/audit/chain/headFile.ts). */
  readonly auditHeadFile: string | null;
  /** Age in years at which audit events are removed; null: never. */
  readonly auditRetentionYears: number | null;
  readonly poolSize: number;
  /** Time that a call waits for one of the connections before it is refused with 503; 2 s without it. */
  readonly poolWaitMs?: number;
  /** Issuer of the access tokens: an external provider's, or our own. */
  readonly issuer: string;
  readonly externalIssuer: string | null;
  /** Claim of an external provider that carries the role. */
  readonly roleClaim: string;
  /** E-mail domains whose verified addresses the external provider may link to accounts by itself. */
  readonly trustedDomains: readonly string[];
  /** Whether new organizations register themselves; never where another provider has the passwords. */
  readonly registration: boolean;
  /** A session of the web application ends after so many seconds without an action of its user. */
  readonly idleSeconds: number;
  readonly demo: boolean;
  readonly demoOrganizations: number;
  readonly features: { readonly apiCaptureEnabled: boolean; readonly WestFaxInterface: boolean };
  /** The interoperability API, where it is not this server, without a slash at the end. */
  readonly interopUrl: string | null;
  /** Time zone in which the days of emergencies begin. */
  readonly timeZone: string;
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
    /** Issue and renewal of tokens, one for each page that is loaded. */
    readonly tokensPerMinute: number;
    /** Checks whether a user name is taken. */
    readonly userNamesPerMinute: number;
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
  /** The payment provider of subscriptions; without it the demo has its own. `storeUrl` is the shop of the checkout pages. */
  readonly payments:
    | (Readonly<Record<'url' | 'user' | 'password' | 'storeUrl', string>> & { readonly allowPrivate: boolean })
    | null;
  /** The identity provider that verifies administrators of organizations; without it the demo has its own. */
  readonly proofing:
    | (Readonly<Record<'url' | 'clientId' | 'clientSecret', string>> & { readonly allowPrivate: boolean })
    | null;
  /** The provider of identity questions, which the legacy onboarding uses; without it the demo has its own. */
  readonly knowledge:
    | (Readonly<Record<'url' | 'clientId' | 'clientSecret', string>> & { readonly allowPrivate: boolean })
    | null;
  /** Whether providers of single sign-on connections may lie inside. */
  readonly sso: { readonly allowPrivate: boolean };
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

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable counts as not set, as shells and compose files write them.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = variables.safeParse(given, { error: issueText });
  if (parsed.success) {
    const faults = connectedFaults(parsed.data);
    if (faults.length > 0) throw refusal(faults.map(({ text }) => text));
    return configFrom(parsed.data, parsed.data.NODE_ENV === 'production');
  }
  const { issues } = parsed.error;
  const refused = new Set(issues.map(({ path }) => String(path[0])));
  // The others are checked as well, so that all faults are named at once.
  const others = variables.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !refused.has(name))));
  throw refusal([
    ...issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`),
    ...connectedFaults(others).flatMap(({ about, text }) => (about.some((name) => refused.has(name)) ? [] : [text])),
  ]);
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
    auditHeadFile: settings.AUDIT_HEAD_FILE ?? null,
    auditRetentionYears: settings.AUDIT_RETENTION_YEARS ?? null,
    poolSize: settings.DATABASE_POOL,
    poolWaitMs: settings.DATABASE_WAIT_MS,
    issuer: settings.OIDC_ISSUER ?? `${publicUrl}/oidc`,
    externalIssuer: settings.OIDC_ISSUER ?? null,
    roleClaim: settings.OIDC_ROLE_CLAIM,
    trustedDomains: settings.OIDC_TRUSTED_DOMAINS,
    registration: settings.REGISTRATION && settings.OIDC_ISSUER === undefined,
    idleSeconds: settings.IDLE_SECONDS ?? settings.IDLE_MINUTES * 60,
    demo: settings.DEMO ?? !production,
    demoOrganizations: settings.DEMO_ORGANIZATIONS,
    features: { apiCaptureEnabled: settings.API_CAPTURE_ENABLED, WestFaxInterface: settings.WEST_FAX_INTERFACE },
    interopUrl: settings.INTEROP_API_URL ?? null,
    timeZone: settings.TIME_ZONE,
    brand: { name: settings.BRAND_NAME, primaryColor: settings.BRAND_COLOR, supportEmail: settings.SUPPORT_EMAIL },
    trustProxy: settings.TRUST_PROXY.length > 0 ? settings.TRUST_PROXY : false,
    corsOrigins: settings.CORS_ORIGINS,
    logLevel: settings.LOG_LEVEL,
    shutdownMs: settings.SHUTDOWN_SECONDS * 1000,
    maxLoopDelayMs: settings.MAX_LOOP_DELAY_MS,
    rateLimit: {
      signInPerMinute: settings.RATE_LIMIT_SIGN_IN,
      tokensPerMinute: settings.RATE_LIMIT_TOKENS,
      userNamesPerMinute: settings.RATE_LIMIT_USER_NAMES,
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
    payments: paymentsFrom(settings),
    proofing: proofingFrom(settings),
    knowledge: knowledgeFrom(settings),
    sso: { allowPrivate: settings.SSO_ALLOW_PRIVATE },
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

/** The four settings come together (configFaults.ts). */
const paymentsFrom = (settings: Variables): Config['payments'] => {
  const { PAYMENT_PROVIDER_URL: url, PAYMENT_PROVIDER_USER: user, PAYMENT_PROVIDER_PASSWORD: password } = settings;
  const { PAYMENT_STORE_URL: storeUrl, PAYMENT_PROVIDER_ALLOW_PRIVATE: allowPrivate } = settings;
  if (url === undefined || user === undefined || password === undefined || storeUrl === undefined) return null;
  return { url, user, password, storeUrl, allowPrivate };
};

/** The three settings come together (configFaults.ts). */
const proofingFrom = (settings: Variables): Config['proofing'] => {
  const { IDPROOFING_URL: url, IDPROOFING_CLIENT_ID: clientId, IDPROOFING_CLIENT_SECRET: clientSecret } = settings;
  if (url === undefined || clientId === undefined || clientSecret === undefined) return null;
  return { url, clientId, clientSecret, allowPrivate: settings.IDPROOFING_ALLOW_PRIVATE };
};

/** The same. */
const knowledgeFrom = (settings: Variables): Config['knowledge'] => {
  const { KNOWLEDGE_URL: url, KNOWLEDGE_CLIENT_ID: clientId, KNOWLEDGE_CLIENT_SECRET: clientSecret } = settings;
  if (url === undefined || clientId === undefined || clientSecret === undefined) return null;
  return { url: url.replace(/\/+$/, ''), clientId, clientSecret, allowPrivate: settings.KNOWLEDGE_ALLOW_PRIVATE };
};

const refusal = (faults: readonly string[]) =>
  new ConfigError(
    `The settings are not usable:\n${[...new Set(faults)].map((fault) => `  - ${fault}`).join('\n')}\nSee docs/operations.md for all settings.`,
  );
