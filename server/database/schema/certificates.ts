import { integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Certificate } from '../../../shared/contract/certificates.ts';
import type { CertificateProblem, CertificateUseKind } from '../../../shared/rules/certificate.ts';
import { when } from '../columns.ts';

/** Hosts that the platform calls over TLS, with the certificate that was read there last. */
export const certificates = pgTable(
  'certificates',
  {
    id: uuid().primaryKey(),
    host: text().notNull(),
    port: integer().notNull(),
    /** The first of them; `kinds` are those of all. */
    uses: jsonb().$type<Certificate['uses']>().notNull(),
    useCount: integer().notNull(),
    kinds: text().array().$type<CertificateUseKind[]>().notNull(),
    validFrom: when(),
    validTo: when(),
    subject: text(),
    issuer: text(),
    problem: text().$type<CertificateProblem>(),
    problemCode: text(),
    /** Null: not checked since it is called. */
    checkedAt: when(),
    /** End of the certificate that the recipients of alerts got a mail about. */
    mailedFor: when(),
  },
  (t) => [unique('certificates_host').on(t.host, t.port)],
);
