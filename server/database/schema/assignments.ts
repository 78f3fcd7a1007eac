import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { documentSources } from './addresses.ts';
import { organizations } from './organizations.ts';
import { organizationUsers } from './people.ts';

/** Which received documents a rule is about: one From and one To at most (spec 3 section 5). */
export const intakeRules = pgTable(
  'intake_rules',
  {
    id: uuid().primaryKey(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Address of the sender; null for any. */
    fromAddress: text(),
    /** Document source that receives; null for any. */
    toSourceId: uuid().references(() => documentSources.id, { onDelete: 'cascade' }),
    createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('intake_rules_name').on(t.organizationId, sql`lower(name)`),
    index('intake_rules_source').on(t.toSourceId),
  ],
);

/** Document sources that a person receives from. They end with the membership. */
export const documentSourceUsers = pgTable(
  'document_source_users',
  {
    organizationId: uuid().notNull(),
    userId: uuid().notNull(),
    documentSourceId: uuid()
      .notNull()
      .references(() => documentSources.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.userId, t.documentSourceId] }),
    foreignKey({
      name: 'document_source_users_member',
      columns: [t.organizationId, t.userId],
      foreignColumns: [organizationUsers.organizationId, organizationUsers.userId],
    }).onDelete('cascade'),
    index('document_source_users_source').on(t.documentSourceId),
  ],
);

/** Intake rules whose documents a person gets. They end with the membership. */
export const intakeRuleUsers = pgTable(
  'intake_rule_users',
  {
    organizationId: uuid().notNull(),
    userId: uuid().notNull(),
    intakeRuleId: uuid()
      .notNull()
      .references(() => intakeRules.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.userId, t.intakeRuleId] }),
    foreignKey({
      name: 'intake_rule_users_member',
      columns: [t.organizationId, t.userId],
      foreignColumns: [organizationUsers.organizationId, organizationUsers.userId],
    }).onDelete('cascade'),
    index('intake_rule_users_rule').on(t.intakeRuleId),
  ],
);
