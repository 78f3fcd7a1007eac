import type { AuditLine } from '../../audit/chain.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';

interface Options {
  readonly out?: string;
  readonly overwrite?: boolean;
}

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

type Texts = AsyncIterable<string>;

async function* csv(context: Context, lines: AsyncIterable<AuditLine>): Texts {
  const { stringify } = await import('csv-stringify/sync');
  const options = { escape_formulas: context.globals.escapeFormulas === true, columns };
  yield stringify([columns]);
  for await (const line of lines) yield stringify([cellsOf(line)], options);
}

/** The lines as they stand, so that their chain can be checked elsewhere. */
async function* ndjson(_context: Context, lines: AsyncIterable<AuditLine>): Texts {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

const writers = { csv, ndjson } as const;

const formatOf = (context: Context, out: string): keyof typeof writers => {
  const asked = context.config.get('output');
  if (asked === '') return out.endsWith('.ndjson') ? 'ndjson' : 'csv';
  if (asked === 'csv' || asked === 'ndjson') return asked;
  throw new CliError('E-USAGE', 'An export of the audit is csv or ndjson.', { hint: 'Give --output csv or ndjson.' });
};

const fields = ['file', 'format', 'lines', 'state'];

export const auditExport = defineCommand<Options>({
  name: 'export',
  summary: 'Write the local audit to a file, for keeping it elsewhere',
  description:
    '--output csv or ndjson; without it the name decides. ndjson keeps the lines as they are, with their hashes.\nA broken chain is exported as it stands, and said.',
  options: [
    { flags: '--out <file>', summary: 'the file to write', group: 'Output', complete: 'files' },
    { flags: '--overwrite', summary: 'replace a file that is there already', group: 'Safety' },
  ],
  fields: { all: fields, table: fields },
  calls: [],
  exits: ['conflict', 'io'],
  examples: [
    'carepost audit export --out audit.csv --overwrite',
    'carepost audit export --out audit.ndjson --overwrite --output ndjson',
  ],
  async run(context, { out, overwrite = false }) {
    if (out === undefined) throw new CliError('E-USAGE', 'Where to? Give --out.');
    const [{ auditLines }, { verifyAudit }, { checkTarget }, { writeLines }, { outputWith }] = await Promise.all([
      import('../../audit/readAudit.ts'),
      import('../../audit/verifyAudit.ts'),
      import('../../bulk/lineFiles.ts'),
      import('../../bulk/lineFiles.ts'),
      import('../../output/outputWith.ts'),
    ]);
    const format = formatOf(context, out);
    const file = await checkTarget(out, overwrite);
    const { badLine, why } = await verifyAudit(context.folders);
    let lines = 0;
    const counting = async function* () {
      for await (const line of auditLines(context.folders)) {
        lines += 1;
        yield line;
      }
    };
    await writeLines(file, writers[format](context, counting()));
    if (badLine !== null) context.terminal.note(`The audit is broken at line ${badLine}: ${why ?? ''}.`);
    const state = badLine === null ? 'whole' : 'broken';
    await outputWith(context, { fields: { all: fields, table: fields } }).record({ file, format, lines, state });
  },
});
