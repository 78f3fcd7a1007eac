import { and, asc, eq } from 'drizzle-orm';
import type { Drizzle } from '../../../database/openDatabase.ts';
import { personColumns } from '../../../database/personColumns.ts';
import { organizationUsers, users } from '../../../database/schema/people.ts';

export const administratorsOf = (db: Drizzle, organizationId: string) =>
  db
    .select(personColumns)
    .from(organizationUsers)
    .innerJoin(users, eq(users.id, organizationUsers.userId))
    .where(and(eq(organizationUsers.organizationId, organizationId), eq(organizationUsers.isAdministrator, true)))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id));
