import { z } from 'zod';

/** What a verification of the audit trail can find. */
export const auditProblemKinds = [
  'eventChanged',
  'eventMissing',
  'eventAdded',
  'segmentChanged',
  'segmentMissing',
  'removalChanged',
] as const;

const count = z.int().nonnegative();
/** Hexadecimal, 32 bytes. */
const sealHash = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

/** The first event that is not as it was written, or the segment that is not as it was sealed. */
export const auditProblem = z.object({
  kind: z.enum(auditProblemKinds),
  segment: count,
  /** The first event that is affected; where a segment is changed or missing, the first one it can have. */
  eventId: z.int(),
});
export type AuditProblem = z.output<typeof auditProblem>;

/** A segment of the audit trail and its hash. To be kept elsewhere: the trail has to contain it for ever. */
export const auditSeal = z.object({
  segment: z.int().positive(),
  hash: sealHash,
  throughId: z.int(),
  sealedAt: z.iso.datetime(),
});
export type AuditSeal = z.output<typeof auditSeal>;

/** One part of a verification of the audit trail, and where the next part begins. */
export const auditVerification = z.object({
  state: z.enum(['whole', 'broken']),
  /** Segments and events of this part. */
  segments: count,
  events: count,
  problem: auditProblem.nullable(),
  /** The last segment of this part. */
  last: auditSeal.nullable(),
  /** The segment to continue from; null at the end of the trail. */
  next: z.int().positive().nullable(),
  /** Events that are not sealed yet: those of about the last minute. */
  unsealed: count,
  /**
   * Whether the newest segment stored outside the database is compared: `none` where this server has stored none, `otherDatabase` where the
   * stored one is of another database, as after a backup was restored.
   */
  head: z.enum(['compared', 'none', 'otherDatabase']),
  /** The newest segment that is stored outside the database, where it is compared: in a trail that was cut it is none of the chain. */
  headSegment: auditSeal.pick({ segment: true, hash: true }).nullable(),
});
export type AuditVerification = z.output<typeof auditVerification>;

export const verificationQuery = z.strictObject({
  /** The first segment of the part. */
  from: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).default(1),
  /** A segment that the caller knows from an earlier verification, and its hash. */
  segment: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  hash: sealHash.optional(),
});
