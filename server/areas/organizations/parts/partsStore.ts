import { and, asc, eq } from 'drizzle-orm';
import type { ServiceAccount } from '../../../../shared/contract/organizationSchemas.ts';
import { allowedIntegration } from '../../../database/allowedIntegration.ts';
import type { Drizzle } from '../../../database/openDatabase.ts';
import {
  devices,
  licenses,
  organizationIntegrations,
  serviceAccounts,
} from '../../../database/schema/organizations.ts';
import type { Transaction } from '../../../database/transaction.ts';

const toServiceAccount = (row: typeof serviceAccounts.$inferSelect): ServiceAccount => ({
  id: row.id,
  clientId: row.clientId,
  serviceAccountEnabled: row.isEnabled,
  allowedAddressCount: row.allowedAddressCount,
  clientIpAddresses: row.clientIpAddresses,
});

export async function serviceAccountsOf(db: Drizzle, organizationId: string): Promise<ServiceAccount[]> {
  const rows = await db
    .select()
    .from(serviceAccounts)
    .where(eq(serviceAccounts.organizationId, organizationId))
    .orderBy(asc(serviceAccounts.clientId));
  return rows.map(toServiceAccount);
}

/** Holds the account until the transaction ends; undefined where the organization has none of this id. */
export async function lockServiceAccount(tx: Transaction, organizationId: string, id: string) {
  const [row] = await tx
    .select()
    .from(serviceAccounts)
    .where(and(eq(serviceAccounts.id, id), eq(serviceAccounts.organizationId, organizationId)))
    .for('update');
  return row && toServiceAccount(row);
}

export async function setAllowedAddresses(tx: Transaction, id: string, allowedAddressCount: number): Promise<void> {
  await tx.update(serviceAccounts).set({ allowedAddressCount }).where(eq(serviceAccounts.id, id));
}

export async function devicesOf(db: Drizzle, organizationId: string) {
  const rows = await db
    .select()
    .from(devices)
    .where(eq(devices.organizationId, organizationId))
    .orderBy(devices.name, devices.id);
  return rows.map((row) => ({ ...row, lastSeen: row.lastSeen?.toISOString() ?? null }));
}

export async function licensesOf(db: Drizzle, organizationId: string) {
  const rows = await db
    .select()
    .from(licenses)
    .where(eq(licenses.organizationId, organizationId))
    .orderBy(licenses.validFrom, licenses.id);
  return rows.map((row) => ({
    ...row,
    validFrom: row.validFrom.toISOString(),
    validTo: row.validTo?.toISOString() ?? null,
  }));
}

/** An integration that the whitelist does not allow is not connected, whatever was set up. */
export async function integrationsOf(db: Drizzle, organizationId: string) {
  const rows = await db
    .select({
      id: organizationIntegrations.id,
      name: organizationIntegrations.name,
      type: organizationIntegrations.type,
      isConnected: organizationIntegrations.isConnected,
      isAllowed: allowedIntegration(db, organizationIntegrations.organizationId, organizationIntegrations.type),
    })
    .from(organizationIntegrations)
    .where(eq(organizationIntegrations.organizationId, organizationId))
    .orderBy(organizationIntegrations.name, organizationIntegrations.id);
  return rows.map((row) => ({ ...row, isConnected: row.isConnected && row.isAllowed }));
}
