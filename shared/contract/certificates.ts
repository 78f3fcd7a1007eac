import { z } from 'zod';
import { certificateProblems, certificateSorts, certificateUseKinds } from '../rules/certificate.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { flag, pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/admin/certificates'] as const;
const time = z.iso.datetime();
const beyondSpec = 'Administrators learn that a certificate ends before sign-ins and deliveries fail.';

/** The certificate of a host and port that the platform calls over TLS, as it was read last. */
export const certificate = z.object({
  id,
  host: z.string(),
  port: z.int(),
  /** What calls the host: at most 20, settings first; `useCount` is the number of all. */
  uses: z.array(
    z.object({
      kind: z.enum(certificateUseKinds),
      /** The connection or webhook; null for a setting. */
      id: id.nullable(),
      name: z.string(),
    }),
  ),
  useCount: z.int(),
  /** Null where no certificate was read yet; of the last one where the host could not be reached since. */
  validFrom: time.nullable(),
  validTo: time.nullable(),
  /** Whole days until the end; negative after it. */
  daysLeft: z.int().nullable(),
  subject: z.string().nullable(),
  issuer: z.string().nullable(),
  /** Null: the last check found a valid certificate, or there was none yet. */
  problem: z.enum(certificateProblems).nullable(),
  /** Code of the TLS library or of the network: `SELF_SIGNED_CERT_IN_CHAIN`. */
  problemCode: z.string().nullable(),
  checkedAt: time.nullable(),
});
export type Certificate = z.output<typeof certificate>;

/** Certificates of the providers, receivers and services that the platform calls over TLS (docs/operations.md). */
export const certificates = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/certificates',
    summary: 'Certificates of the hosts that the platform calls, those that end first at the top, a page at a time',
    access,
    query: z.strictObject({
      search,
      sort: z.enum(certificateSorts).default('validTo'),
      sortDir,
      pageNumber,
      pageSize,
      /** Those that end within so many days, or have ended. */
      endsWithinDays: z.coerce.number().int().min(0).max(3650).optional(),
      /** True: hosts whose certificate is not valid or could not be read. */
      hasProblem: flag.optional(),
      usedBy: z.enum(certificateUseKinds).optional(),
    }),
    response: { kind: 'json', schema: pageOf(certificate) },
    errors: [],
    beyondSpec,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/admin/certificates/{id}/check',
    summary: 'Read the certificate of a host now',
    access,
    params: idParams,
    response: { kind: 'json', schema: certificate },
    errors: ['E-NOT-FOUND'],
    invalidates: drops,
    beyondSpec,
  }),
  checkAll: endpoint({
    method: 'POST',
    path: '/api/admin/certificates/check',
    summary: 'Read the certificates of all hosts in a job; each that is done has a later checkedAt than requestedAt',
    access,
    response: {
      kind: 'json',
      schema: z.object({ requestedAt: time, hostCount: z.int().nonnegative() }),
      status: 202,
    },
    errors: [],
    invalidates: drops,
    beyondSpec,
  }),
};
