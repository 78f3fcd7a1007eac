import { existsSync } from 'node:fs';
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
  selectionFlag('--type <type>', 'only records of this type, such as organization; in the audit of the server only'),
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

const showRemote = async (context: Context, { run, person, action, type, kind }: ListOptions): Promise<void> => {
  const client = await context.client();
  const isTable = context.output.format === 'table';
  await showPages(context, {
    serverSort: 'id',
    newestFirst: true,
    pageSize: defaultPageSize,
    pageNumber: 1,
    maxPageSize: maxPageSize,
    async load({ pageNumber, pageSize }) {
      const query = {
        runId: run,
        actor: person,
        action,
        type,
        isRead: isReadOf[kind ?? 'change'],
        pageNumber,
        pageSize,
      };
      const { items, totalCount } = await client.audit.list({ query }, { signal: context.signal });
      return { items: items.map((entry) => remoteRow(entry, isTable)), totalCount };
    },
  });
};

const isOf = (action: string | undefined, name: string): boolean =>
  action === undefined || name === action || name.startsWith(`${action}.`);

const showLocal = async (context: Context, { run, person, action, type, kind }: ListOptions): Promise<void> => {
  if (type !== undefined)
    throw new CliError('E-USAGE', '--type needs --remote: the local audit has commands, not records.');
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
const remoteFields = ['state', 'segments', 'events', 'unsealed', 'badEvent', 'why', 'head', 'knownSegment'];

const verifyFlags = [
  selectionFlag(
    '--remote',
    'verify the audit of the server: its sealed events, and that it contains what this machine verified before',
  ),
];

/** Warns where the newest segment is compared with nothing outside the database. */
const headNotes = {
  compared: undefined,
  none: 'The server has no newest segment outside the database to compare with (docs/operations.md, "Audit trail").',
  otherDatabase:
    'The newest segment outside the database is of another database, as after a restored backup (docs/operations.md, "Audit trail").',
} as const;

const showRemoteVerification = async (context: Context) => {
  const { verifyRemote, problemText } = await import('../audit/remoteVerification.ts');
  const { problem, ...verified } = await verifyRemote(context);
  const why = problem && problemText(problem);
  await context.output
    .with({ command: { fields: { all: remoteFields, table: remoteFields } } })
    .record({ ...verified, badEvent: problem?.eventId ?? null, why });
  const note = headNotes[verified.head];
  if (note !== undefined) context.terminal.note(note);
  return why === null ? undefined : { exit: 'conflict' as const, message: `the audit of the server: ${why}` };
};

export const auditVerify = defineCommand({
  name: 'verify',
  summary:
    'Verify that nothing in the local audit, or with --remote in that of the server, was changed, added, moved or removed',
  description:
    'Each line of the local audit carries a hash over itself and the line before it; audit-head.json beside it carries how many there are.\nAn account that may write both files can rewrite both: keep exports on another machine. A last line that a power failure tore is completed by\nthe next command that writes. A broken audit stays broken: export it, then move both files away, and the next command starts a new one.\n--remote: the server seals its events each minute into signed segments. This machine remembers the newest segment that it verified or that\nthe server has stored outside its database, so that a trail that was cut or made anew is noticed even where the server was replaced. Where the\nloss is known, remove the entry of the server in audit-segments.json of the state folder (carepost doctor names it).',
  options: verifyFlags,
  takes: ['record'],
  fields: { all: [...new Set([...verifyFields, ...remoteFields])], table: verifyFields },
  calls: ['audit.verify'],
  exits: ['conflict'],
  examples: ['carepost audit verify --remote', 'carepost audit verify', 'carepost audit verify --output json'],
  async run(context, { remote }) {
    if (remote === true) return showRemoteVerification(context);
    const { verifyAudit, auditFile, tornFile } = await import('../audit/chain.ts');
    const { lines, badLine, why } = await verifyAudit(context.folders);
    const state = badLine === null ? 'whole' : 'broken';
    const output = context.output.with({ command: { fields: { all: verifyFields, table: verifyFields } } });
    await output.record({ state, lines, badLine, why, file: auditFile(context.folders) });
    const torn = tornFile(context.folders);
    if (existsSync(torn))
      context.terminal.note(
        `An incomplete line was moved to ${torn}, as after a power failure. Check it and remove the file.`,
      );
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
