import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import type { RegistrationState } from '../../../shared/rules/registration.ts';
import { organizations } from './organizations.ts';
import { invitations } from './providerDirectory.ts';

/** People who register an organization, each with the link that proves their e-mail address. Only the hash of its token is stored. */
export const registrations = pgTable(
  'registrations',
  {
    id: uuid().primaryKey(),
    /** In lower case. */
    emailAddress: text().notNull(),
    /** One of registrationStates but `Expired`, which the time makes of `Open`. */
    state: text().$type<Exclude<RegistrationState, 'Expired'>>().notNull().default('Open'),
    /** Null where the address has an account: its mail has no link to register. */
    tokenHash: text(),
    /** The invitation of a user that it came of. */
    invitationId: uuid().references(() => invitations.id, { onDelete: 'set null' }),
    /** Part of the network address that limits count by; null where a user sent an invitation. */
    addressShare: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    mailCount: integer().notNull().default(1),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'set null' }),
  },
  (t) => [
    unique('registrations_token').on(t.tokenHash),
    index('registrations_created').on(t.createdAt, t.id),
    index('registrations_email').on(t.emailAddress, t.createdAt),
    index('registrations_invitation').on(t.invitationId).where(sql`invitation_id is not null`),
    index('registrations_organization').on(t.organizationId).where(sql`organization_id is not null`),
  ],
);
