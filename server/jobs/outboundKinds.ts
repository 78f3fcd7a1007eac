import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { OutboundService } from '../exchangeConfig.ts';
import type { Drizzle } from '../database/openDatabase.ts';
import { documentSources, faxAccounts } from '../database/schema/addresses.ts';
import { plans, resellers } from '../database/schema/lookups.ts';
import { organizations } from '../database/schema/organizations.ts';
import { users } from '../database/schema/people.ts';
import type { Transaction } from '../database/transaction.ts';
import type { OutboundKind } from './outbound.ts';
import { markSynced } from './outboundStore.ts';

export interface Letter {
  /** The record whose history the end of the job belongs to. */
  readonly target: { readonly type: 'organization' | 'user'; readonly id: string };
  readonly body: Readonly<Record<string, unknown>>;
}

interface KindEntry {
  /** Name of the service in texts. */
  readonly service: string;
  settings(config: Config): OutboundService;
  /** The data of the call at the time it is made; undefined where the target does not exist any more. */
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
  return record && { target: { type: 'organization', id: record.id }, body: record };
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
  return {
    target: { type: 'organization', id: organizationId },
    body: { organizationId, accountNumber, displayName, isEnabled, retentionDays, numbers },
  };
}

async function userLetter(db: Drizzle, id: string): Promise<Letter | undefined> {
  const [user] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      userName: users.userName,
      role: users.role,
      isEnabled: users.isEnabled,
      organizationId: users.organizationId,
      createDate: users.createDate,
      lastLoginDate: users.lastLoginDate,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return user && { target: { type: 'user', id }, body: user };
}

/** Service and data by the kind of the job. No data of patients. */
export const outboundKinds: Readonly<Record<OutboundKind, KindEntry>> = {
  'organization.sync': {
    service: 'customer-messaging',
    settings: (config) => config.customerMessaging,
    read: organizationLetter,
  },
  'user.sync': {
    service: 'customer-messaging',
    settings: (config) => config.customerMessaging,
    read: userLetter,
  },
  'westfax.sync': {
    service: 'WestFax',
    settings: (config) => config.westFax,
    read: westFaxLetter,
    completed: markSynced,
  },
};

export const isOutboundKind = (kind: string): kind is OutboundKind => Object.hasOwn(outboundKinds, kind);
