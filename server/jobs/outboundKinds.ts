import { asc, eq } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { OutboundService } from '../exchangeConfig.ts';
import type { Drizzle } from '../database/openDatabase.ts';
import { documentSources, faxAccounts } from '../database/schema/addresses.ts';
import { plans, resellers } from '../database/schema/lookups.ts';
import { organizations } from '../database/schema/organizations.ts';
import type { Transaction } from '../database/transaction.ts';
import type { OutboundKind } from './outbound.ts';
import { markSynced } from './outboundStore.ts';

interface Letter {
  readonly organizationId: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface KindEntry {
  /** The service in people's words. */
  readonly service: string;
  settings(config: Config): OutboundService;
  /** What is told, as it stands when the call is made; undefined where the target is gone. */
  read(db: Drizzle, targetId: string): Promise<Letter | undefined>;
  completed?(tx: Transaction, targetId: string): Promise<void>;
}

async function organizationLetter(db: Drizzle, id: string): Promise<Letter | undefined> {
  const [record] = await db
    .select({
      id: organizations.id,
      orgId: organizations.orgId,
      name: organizations.name,
      subdomain: organizations.subdomain,
      isActivated: organizations.isActivated,
      isEnabled: organizations.isEnabled,
      numberOfUsers: organizations.numberOfUsers,
      createDate: organizations.createDate,
      cancelAt: organizations.cancelAt,
      plan: plans.name,
      tierCode: plans.tierCode,
      reseller: resellers.name,
    })
    .from(organizations)
    .leftJoin(plans, eq(plans.id, organizations.planId))
    .leftJoin(resellers, eq(resellers.id, organizations.resellerId))
    .where(eq(organizations.id, id));
  return record && { organizationId: record.id, body: record };
}

async function westFaxLetter(db: Drizzle, id: string): Promise<Letter | undefined> {
  const [account] = await db.select().from(faxAccounts).where(eq(faxAccounts.id, id));
  if (!account) return undefined;
  const numbers = await db
    .select({ number: documentSources.address, status: documentSources.status, isEnabled: documentSources.isEnabled })
    .from(documentSources)
    .where(eq(documentSources.faxAccountId, id))
    .orderBy(asc(documentSources.address));
  const { organizationId, accountNumber, displayName, isEnabled, retentionDays } = account;
  return { organizationId, body: { organizationId, accountNumber, displayName, isEnabled, retentionDays, numbers } };
}

/** What is told to whom, by the kind of the job. Nothing of patients is among it. */
export const outboundKinds: Readonly<Record<OutboundKind, KindEntry>> = {
  'organization.sync': {
    service: 'customer-messaging',
    settings: (config) => config.customerMessaging,
    read: organizationLetter,
  },
  'westfax.sync': {
    service: 'WestFax',
    settings: (config) => config.westFax,
    read: westFaxLetter,
    completed: markSynced,
  },
};

export const isOutboundKind = (kind: string): kind is OutboundKind => Object.hasOwn(outboundKinds, kind);
