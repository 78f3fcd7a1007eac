import { sql } from 'drizzle-orm';
import { boolean, customType, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { largeDirectorySample, smallDirectorySample } from '../directorySample.ts';
import { documentSources } from './addresses.ts';
import { directoryEntries } from './carequality.ts';
import { organizations } from './organizations.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * What the provider directory finds on this platform: usable direct addresses and active directory entries. Triggers keep it (migration 0032),
 * because a search over the joined tables takes seconds where there are a million addresses.
 */
export const providerDirectory = pgTable(
  'provider_directory',
  {
    /** Of the document source or of the directory entry. */
    id: uuid().primaryKey(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    sourceId: uuid().references(() => documentSources.id, { onDelete: 'cascade' }),
    entryId: uuid().references(() => directoryEntries.id, { onDelete: 'cascade' }),
    /** A person with a direct address, by the display name of the address. */
    isProvider: boolean().notNull(),
    directAddress: text(),
    oid: text(),
    firstName: text(),
    middleName: text(),
    lastName: text(),
    organizationName: text().notNull(),
    clinicName: text(),
    phone: text(),
    fax: text(),
    street: text(),
    city: text(),
    state: text(),
    zip: text(),
    /** Last moment of use of an organization that cancels. */
    availableUntil: timestamp({ withTimezone: true }),
    /** Order of the results. */
    nameSort: text().notNull(),
    /**
     * The words to search for, each with the letter of its field in front: `f.ann`, `l.baker`, `o.lakeside`, `c.phoenix`, `s.az`, `p.az.phoenix`,
     * `z.85001`.
     */
    terms: tsvector().notNull(),
  },
  (t) => [
    index('provider_directory_providers').using('gin', t.terms).where(sql`is_provider`),
    index('provider_directory_organizations').using('gin', t.terms).where(sql`not is_provider`),
    index('provider_directory_small_sample_providers')
      .using('gin', t.terms)
      .where(sql.raw(`is_provider and ${smallDirectorySample}`)),
    index('provider_directory_small_sample_organizations')
      .using('gin', t.terms)
      .where(sql.raw(`not is_provider and ${smallDirectorySample}`)),
    index('provider_directory_large_sample_providers')
      .using('gin', t.terms)
      .where(sql.raw(`is_provider and ${largeDirectorySample}`)),
    index('provider_directory_large_sample_organizations')
      .using('gin', t.terms)
      .where(sql.raw(`not is_provider and ${largeDirectorySample}`)),
    index('provider_directory_address').on(t.directAddress).where(sql`direct_address is not null`),
    index('provider_directory_oid').on(t.oid).where(sql`oid is not null`),
    index('provider_directory_organization').on(t.organizationId),
    index('provider_directory_source').on(t.sourceId),
    index('provider_directory_entry').on(t.entryId),
  ],
);

/** The words of the names and cities above, each once: a misspelled word is compared with these and not with a million entries. */
export const directoryWords = pgTable(
  'directory_words',
  {
    /** `f` first and middle names, `l` last names, `o` organizations, `c` cities. */
    field: text().notNull(),
    word: text().notNull(),
    /** The word itself and the word without each of its letters: two words that share one of these are an edit or two apart. */
    deletions: text().array().notNull().generatedAlwaysAs(sql`word_deletions(word)`),
  },
  (t) => [
    primaryKey({ columns: [t.field, t.word] }),
    index('directory_words_deletions').using('gin', t.deletions),
    index('directory_words_search').using('gin', sql`${t.word} gin_trgm_ops`),
  ],
);

/** Invitations that users sent to people outside; the mail itself has the address. Counted for the limit of a sender. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey(),
    /** A user, or the client id of a service account. */
    senderId: text().notNull(),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    sentAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('invitations_sender').on(t.senderId, t.sentAt), index('invitations_organization').on(t.organizationId)],
);
