import {
  type Context,
  defineCommand,
  type OptionsOf,
  type Command,
  selectionFlag,
  outputFlag,
  safetyFlag,
} from '../command.ts';
import type { FieldList } from '../output/fields.ts';
import type { AuditEntry } from '../../shared/contract/audit.ts';
import type { AuditLine } from '../audit/chain.ts';
import { CliError } from '../errors.ts';
import { changeTexts } from '../output/cells.ts';
import { showList, showPages } from '../output/listing.ts';

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
    'isRead',
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

/** Values that one audit has and the other does not know are null. */
const empty = Object.fromEntries(auditFields.all.map((field) => [field, null]));

export const localRow = ({ n, who, hash: _hash, prev: _prev, ...line }: AuditLine) => ({
  ...empty,
  ...line,
  id: n,
  who: who.name,
  whoId: who.subject,
  outcome: line.exit === 0 ? 'Success' : null,
});

/** The local audit has changes only. */
const kinds = ['change', 'read', 'all'] as const;
const isReadOf = { change: 'false', read: 'true', all: undefined } as const;

const listFlags = [
  selectionFlag('--run <run>', 'only what belongs to this run'),
  selectionFlag('--person <name>', 'only actions of users with this name or a part of it'),
  selectionFlag('--action <action>', 'only this action, orgs.update, or area, orgs'),
  selectionFlag('--kind <kind>', 'change (default), read or all; reads are in the audit of the server only', {
    choices: kinds,
  }),
  selectionFlag('--remote', 'list the audit of the server'),
];
type ListOptions = OptionsOf<typeof listFlags>;

const maxPageSize = 200;
const defaultPageSize = 25;

const remoteRow = ({ actorName, actorId, targetId, runId, ...entry }: AuditEntry, isTable: boolean) => ({
  ...empty,
  ...entry,
  who: actorName,
  whoId: actorId,
  target: targetId,
  run: runId,
  changes: isTable ? changeTexts(entry.changes) : entry.changes,
});

const showRemote = async (context: Context, { run, person, action, kind }: ListOptions): Promise<void> => {
  const client = await context.client();
  const isTable = context.output.format === 'table';
  await showPages(context, {
    serverSort: 'id',
    newestFirst: true,
    pageSize: defaultPageSize,
    pageNumber: 1,
    maxPageSize: maxPageSize,
    async load({ pageNumber, pageSize }) {
      const query = { runId: run, actor: person, action, isRead: isReadOf[kind ?? 'change'], pageNumber, pageSize };
      const { items, totalCount } = await client.audit.list({ query }, { signal: context.signal });
      return { items: items.map((entry) => remoteRow(entry, isTable)), totalCount };
    },
  });
};

const isOf = (action: string | undefined, name: string): boolean =>
  action === undefined || name === action || name.startsWith(`${action}.`);

const showLocal = async (context: Context, { run, person, action, kind }: ListOptions): Promise<void> => {
  if (kind === 'read') throw new CliError('E-USAGE', '--kind read needs --remote: the local audit has changes only.');
  const { auditLines } = await import('../audit/chain.ts');
  const rows: ReturnType<typeof localRow>[] = [];
  for await (const line of auditLines(context.folders)) {
    const isSelected =
      (run === undefined || line.run === run) &&
      (person === undefined || line.who.name.toLowerCase().includes(person.toLowerCase())) &&
      isOf(action, line.action);
    if (isSelected) rows.push(localRow(line));
  }
  await showList(context, rows.reverse());
};

export const auditList = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'List the changes made from this machine, or with --remote the audit of the server; newest first',
  description:
    'The local audit has a line for each command that writes: user, profile, command and outcome.\nThat of the server has each changed record with its fields, changed by any client, and each read of persons, messages and exports.',
  options: listFlags,
  takes: ['rows'],
  fields: auditFields,
  calls: ['audit.list'],
  examples: [
    'carepost audit list --remote --action organizations.update',
    'carepost audit list',
    'carepost audit list --remote --kind read',
    'carepost audit list --run <run> --remote --all --output csv',
  ],
  async run(context, options) {
    await (options.remote === true ? showRemote(context, options) : showLocal(context, options));
  },
});

const verifyFields = ['state', 'lines', 'badLine', 'why', 'file'];

export const auditVerify = defineCommand({
  name: 'verify',
  summary: 'Verify that no line of the local audit was changed, added, moved or removed',
  description:
    'Each line carries a hash over itself and the line before it; audit-head.json beside it carries how many there are.\nAn account that may write both files can rewrite both: keep exports on another machine.',
  takes: ['record'],
  fields: { all: verifyFields, table: verifyFields },
  calls: [],
  exits: ['conflict'],
  examples: ['carepost audit verify', 'carepost audit verify --output json'],
  async run(context) {
    const { verifyAudit, auditFile } = await import('../audit/chain.ts');
    const { lines, badLine, why } = await verifyAudit(context.folders);
    const state = badLine === null ? 'whole' : 'broken';
    await context.output.record({ state, lines, badLine, why, file: auditFile(context.folders) });
    return badLine === null
      ? undefined
      : { exit: 'conflict' as const, message: `line ${badLine} of the local audit: ${why ?? ''}` };
  },
});

const counted = ['ok', 'unchanged', 'failed', 'conflict', 'unknown', 'skipped', 'not_run'] as const;

/** A line of the audit as one flat record, its cells in the order of the columns. */
const cellsOf = ({ n, at, run, who, profile, origin, command, flags, action, counts, ...end }: AuditLine) => ({
  n,
  at,
  run,
  subject: who.subject,
  name: who.name,
  profile,
  origin,
  command,
  flags: flags.join(' '),
  action,
  ...Object.fromEntries(counted.map((status) => [status, counts[status] ?? 0])),
  source_sha256: end.sourceSha256,
  exit: end.exit,
  prev: end.prev,
  hash: end.hash,
});

const columns = ['n', 'at', 'run', 'subject', 'name', 'profile', 'origin', 'command', 'flags', 'action'].concat(
  counted,
  ['source_sha256', 'exit', 'prev', 'hash'],
);

const formatOf = (context: Context, out: string): 'csv' | 'ndjson' => {
  const requested = context.config.get('output');
  if (requested === '') return out.endsWith('.ndjson') ? 'ndjson' : 'csv';
  if (requested === 'csv' || requested === 'ndjson') return requested;
  throw new CliError('E-USAGE', 'An export of the audit is csv or ndjson.', { hint: 'Use --output csv or ndjson.' });
};

const exportFields = ['file', 'format', 'lines', 'state'];

export const auditExport = defineCommand({
  name: 'export',
  summary: 'Write the local audit to a file, to keep it on another machine',
  description:
    '--output csv or ndjson; without it the file name decides. ndjson keeps the lines unchanged, with their hashes.\nA broken chain is exported as it is, with a warning.',
  options: [
    outputFlag('--out <file>', 'the file to write', { complete: 'files' }),
    safetyFlag('--overwrite', 'replace an existing file'),
  ],
  fields: { all: exportFields, table: exportFields },
  calls: [],
  examples: [
    'carepost audit export --out audit.csv --overwrite',
    'carepost audit export --out audit.ndjson --overwrite --output ndjson',
  ],
  async run(context, { out, overwrite }) {
    if (out === undefined) throw new CliError('E-USAGE', '--out is required: the file to write.');
    const [{ auditLines, verifyAudit }, { checkTarget }, { writeLines }] = await Promise.all([
      import('../audit/chain.ts'),
      import('../bulk/lineFiles.ts'),
      import('../files.ts'),
    ]);
    const format = formatOf(context, out);
    const { stringify } = await import('csv-stringify/sync');
    const options = { escape_formulas: context.globals.escapeFormulas === true, columns };
    const file = await checkTarget(out, { overwrite });
    const { badLine, why } = await verifyAudit(context.folders);
    let lines = 0;
    async function* texts() {
      if (format === 'csv') yield stringify([columns]);
      for await (const line of auditLines(context.folders)) {
        lines += 1;
        // The lines of ndjson stay as they are, so that their chain can be verified elsewhere.
        yield format === 'csv' ? stringify([cellsOf(line)], options) : `${JSON.stringify(line)}\n`;
      }
    }
    await writeLines(file, texts());
    if (badLine !== null) context.terminal.note(`The audit is broken at line ${badLine}: ${why ?? ''}.`);
    const state = badLine === null ? 'whole' : 'broken';
    // --output is the format of the file.
    const output = context.output.with({ command: { fields: { all: exportFields, table: exportFields } } });
    await output.record({ file, format, lines, state });
  },
});

export const commands: readonly Command[] = [auditList, auditVerify, auditExport];
