import type { AuditProblem } from '../../../shared/contract/auditChain.ts';

export interface Tamper {
  readonly kind: string;
  /** Run in one transaction by the owner of the database. */
  readonly statements: readonly string[];
  readonly expected: Partial<AuditProblem>;
}

/** A repeatable number from 0 up to `below`, without it. */
const pick = (seed: number, below: number) => Math.floor(((Math.sin(seed * 12.9898) * 43758.5453) % 1) ** 2 * below);

const columns = [
  `actor_id = actor_id || 'x'`,
  `actor_name = 'Other'`,
  `action = 'brands.create'`,
  `target_type = 'plan'`,
  `target_id = target_id || '0'`,
  `outcome = 'Refused'`,
  'is_read = not is_read',
  `code = 'E-OTHER'`,
  `changes = '{}'`,
  `changes = changes || '{"note": {"before": null, "after": "newer"}}'`,
  `reason = ''`,
  `request_id = 'other'`,
  `run_id = 'other'`,
  'version_checked = false',
  `at = at + interval '1 microsecond'`,
];

const insertAt = (
  id: number,
) => `insert into audit_entries (id, actor_id, actor_name, action, target_type, target_id, changes, request_id)
  values (${id}, 'a', 'Added', 'brands.update', 'brand', 'b', '{}', 'r')`;

/**
 * A change by the owner of the database to a trail with the events `ids` and `segments` segments, and what a verification has to name: the
 * first event that is affected.
 */
export function randomTamper(round: number, ids: readonly number[], segments: number): Tamper {
  const id = ids[pick(round + 1, ids.length)] ?? 0;
  const index = ids.indexOf(id);
  const other = ids[(index + 1 + pick(round + 7, ids.length - 1)) % ids.length] ?? 0;
  const [low, high] = id < other ? [id, other] : [other, id];
  const gaps = ids.filter((one, at) => (ids[at + 1] ?? 0) - one > 1);
  const gap = gaps[pick(round + 5, gaps.length)];
  const segment = 1 + pick(round + 3, segments);
  const kinds: (() => Tamper)[] = [
    () => ({
      kind: 'change',
      statements: [`update audit_entries set ${columns[round % columns.length]} where id = ${id}`],
      expected: { kind: 'eventChanged', eventId: id },
    }),
    () => ({
      kind: 'deletion',
      statements: [`delete from audit_entries where id = ${id}`],
      expected: { kind: 'eventMissing', eventId: id },
    }),
    () => ({
      kind: 'exchange',
      statements: [
        `update audit_entries set id = -1 where id = ${low}`,
        `update audit_entries set id = ${low} where id = ${high}`,
        `update audit_entries set id = ${high} where id = -1`,
      ],
      expected: { kind: 'eventChanged', eventId: low },
    }),
    () => ({
      kind: 'addition',
      statements: [insertAt((gap ?? 0) + 1)],
      expected: { kind: 'eventAdded', eventId: (gap ?? 0) + 1 },
    }),
    () => ({
      kind: 'addition before',
      statements: [insertAt(-round)],
      expected: { kind: 'eventAdded', eventId: -round },
    }),
    () => ({
      kind: 'addition behind',
      statements: [insertAt((ids.at(-1) ?? 0) + 1000 + round)],
      expected: { kind: 'eventAdded', eventId: (ids.at(-1) ?? 0) + 1000 + round },
    }),
    () => ({
      kind: 'cut of events',
      statements: [`delete from audit_entries where id >= ${id}`],
      expected: { kind: 'eventMissing', eventId: id },
    }),
    () => ({
      kind: 'cut of segments',
      statements: [
        `delete from audit_entries where id > coalesce((select through_id from audit_seals where number = ${segment - 1}), 0)`,
        `delete from audit_seal_events where number >= ${segment}`,
        `delete from audit_seals where number >= ${segment}`,
      ],
      expected: { kind: 'segmentMissing', segment },
    }),
    () => ({
      kind: 'deletion of a segment',
      statements: [
        `delete from audit_seal_events where number = ${segment}`,
        `delete from audit_seals where number = ${segment}`,
      ],
      expected: { kind: 'segmentMissing', segment },
    }),
    () => ({
      kind: 'forged segment',
      statements: [
        `update audit_entries set actor_name = 'Other' where id = (select event_ids[1] from audit_seal_events where number = ${segment})`,
        `update audit_seals set hash = sha256('forged') where number = ${segment}`,
      ],
      expected: { kind: 'segmentChanged', segment },
    }),
  ];
  const tamper = kinds[round % kinds.length]?.();
  if (!tamper) throw new Error('no tamper');
  return tamper;
}
