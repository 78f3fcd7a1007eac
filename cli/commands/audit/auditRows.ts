import type { AuditLine } from '../../audit/chain.ts';
import type { FieldList } from '../../command.ts';

/** Fields of both audits: what this machine did, and what the server was changed by. */
export const auditFields: FieldList = {
  all: [
    'id',
    'at',
    'who',
    'whoId',
    'command',
    'flags',
    'action',
    'target',
    'outcome',
    'code',
    'exit',
    'counts',
    'reason',
    'run',
    'profile',
    'origin',
    'sourceSha256',
    'requestId',
    'changes',
  ],
  table: ['at', 'who', 'command', 'action', 'outcome', 'exit', 'run'],
  id: 'id',
};

/** A line of the local audit; what only the server knows is null. */
export const localRow = ({ n, who, hash: _hash, prev: _prev, ...line }: AuditLine) => ({
  ...line,
  id: n,
  who: who.name,
  whoId: who.subject,
  outcome: line.exit === 0 ? 'Success' : null,
  target: null,
  code: null,
  reason: null,
  requestId: null,
  changes: null,
});
