import { and, asc, eq, ilike } from 'drizzle-orm';
import type { Certificate } from '../../../shared/contract/certificates.ts';
import type { CertificateUseKind } from '../../../shared/rules/certificate.ts';
import type { Config } from '../../config.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { ssoConnections } from '../../database/schema/signIn.ts';
import { webhooks } from '../../database/schema/webhooks.ts';
import type { Transaction } from '../../database/transaction.ts';

type Use = Certificate['uses'][number];

/** A host and port with what calls it. */
export interface UsedHost {
  readonly host: string;
  readonly port: number;
  readonly uses: Use[];
  useCount: number;
  readonly kinds: CertificateUseKind[];
}

type Settings = Pick<
  Config,
  'publicUrl' | 'externalIssuer' | 'interopUrl' | 'fhirDirectory' | 'payments' | 'proofing'
> &
  Pick<Config, 'knowledge' | 'customerMessaging' | 'westFax' | 'sso' | 'exchange'>;

/** Services of the settings by the variable that names each. The operator alone sets those without a switch for private addresses. */
const settingsOf = (config: Settings) =>
  [
    { name: 'PUBLIC_URL', url: config.publicUrl, allowPrivate: true },
    { name: 'OIDC_ISSUER', url: config.externalIssuer, allowPrivate: true },
    { name: 'INTEROP_API_URL', url: config.interopUrl, allowPrivate: true },
    { name: 'FHIR_DIRECTORY_URL', ...config.fhirDirectory },
    { name: 'PAYMENT_PROVIDER_URL', ...config.payments },
    { name: 'IDPROOFING_URL', ...config.proofing },
    { name: 'KNOWLEDGE_URL', ...config.knowledge },
    { name: 'CUSTOMER_MESSAGING_URL', ...config.customerMessaging },
    { name: 'WESTFAX_URL', ...config.westFax },
    { name: 'PRODUCT_WEBHOOK_URL', ...config.exchange.productWebhook },
  ] as const;

/** Whether a host may have a private address: one of what calls it may call such. */
export const mayBePrivate = (config: Settings, { uses, kinds }: Pick<UsedHost, 'uses' | 'kinds'>): boolean =>
  (kinds.includes('connection') && config.sso.allowPrivate) ||
  (kinds.includes('webhook') && config.exchange.webhooks.allowPrivate) ||
  settingsOf(config).some(
    ({ name, allowPrivate = false }) => allowPrivate && uses.some((use) => use.kind === 'setting' && use.name === name),
  );

const mostUses = 20;
const ofOrganization = (name: string, organizationName: string | null) =>
  organizationName === null ? name : `${name} (${organizationName})`;

/** Every host that the platform calls over TLS: by its settings, and by enabled connections and webhooks. */
export async function usedHosts(tx: Transaction, config: Settings): Promise<UsedHost[]> {
  const hosts = new Map<string, UsedHost>();
  const add = (address: string, use: Use) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol !== 'https:') return;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = url.port === '' ? 443 : Number(url.port);
    const key = `${host} ${port}`;
    const used = hosts.get(key) ?? { host, port, uses: [], useCount: 0, kinds: [] };
    hosts.set(key, used);
    used.useCount += 1;
    if (used.uses.length < mostUses) used.uses.push(use);
    if (!used.kinds.includes(use.kind)) used.kinds.push(use.kind);
  };
  for (const { name, url } of settingsOf(config)) if (url) add(url, { kind: 'setting', id: null, name });
  const connections = await tx
    .select({
      id: ssoConnections.id,
      name: ssoConnections.displayName,
      url: ssoConnections.issuer,
      organizationName: organizations.name,
    })
    .from(ssoConnections)
    .leftJoin(organizations, eq(organizations.id, ssoConnections.organizationId))
    .where(and(eq(ssoConnections.isEnabled, true), ilike(ssoConnections.issuer, 'https:%')))
    .orderBy(asc(ssoConnections.name));
  for (const { id, name, url, organizationName } of connections)
    add(url, { kind: 'connection', id, name: ofOrganization(name, organizationName) });
  const receivers = await tx
    .select({ id: webhooks.id, name: webhooks.name, url: webhooks.url, organizationName: organizations.name })
    .from(webhooks)
    .leftJoin(organizations, eq(organizations.id, webhooks.organizationId))
    .where(and(eq(webhooks.isEnabled, true), ilike(webhooks.url, 'https:%')))
    .orderBy(asc(webhooks.id));
  for (const { id, name, url, organizationName } of receivers)
    add(url, { kind: 'webhook', id, name: ofOrganization(name, organizationName) });
  return [...hosts.values()];
}
