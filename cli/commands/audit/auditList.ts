import type { AuditEntry } from '../../../shared/contract/audit.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { changeTexts } from '../../output/changeText.ts';
import { showList, showPages } from '../../output/listing.ts';
import { auditFields, localRow } from './auditRows.ts';

interface Options {
  readonly run?: string;
  readonly person?: string;
  readonly action?: string;
  readonly remote?: boolean;
}

const mostPerPage = 200;
const usualPage = 25;

const remoteRow = (entry: AuditEntry, isTable: boolean) => {
  const { id, at, actorId, actorName, action, targetId, outcome, code, reason, runId, requestId, changes } = entry;
  return {
    id,
    at,
    who: actorName,
    whoId: actorId,
    command: null,
    flags: null,
    action,
    target: targetId,
    outcome,
    code,
    exit: null,
    counts: null,
    reason,
    run: runId,
    profile: null,
    origin: null,
    sourceSha256: null,
    requestId,
    changes: isTable ? changeTexts(changes) : changes,
  };
};

const showRemote = async (context: Context, { run, person, action }: Options): Promise<void> => {
  const client = await context.client();
  const isTable = context.output.format === 'table';
  await showPages(context, {
    serverSort: 'id',
    newestFirst: true,
    pageSize: usualPage,
    pageNumber: 1,
    mostPerPage,
    async load({ pageNumber, pageSize }) {
      const query = { runId: run, actor: person, action, pageNumber, pageSize };
      const { items, totalCount } = await client.audit.list({ query }, { signal: context.signal });
      return { items: items.map((entry) => remoteRow(entry, isTable)), totalCount };
    },
  });
};

const isOf = (action: string | undefined, name: string): boolean =>
  action === undefined || name === action || name.startsWith(`${action}.`);

const showLocal = async (context: Context, { run, person, action }: Options): Promise<void> => {
  const { auditLines } = await import('../../audit/readAudit.ts');
  const rows: ReturnType<typeof localRow>[] = [];
  for await (const line of auditLines(context.folders)) {
    const isMeant =
      (run === undefined || line.run === run) &&
      (person === undefined || line.who.name.toLowerCase().includes(person.toLowerCase())) &&
      isOf(action, line.action);
    if (isMeant) rows.push(localRow(line));
  }
  await showList(context, rows.reverse());
};

export const auditList = defineCommand<Options>({
  name: 'list',
  aliases: ['ls'],
  summary: 'List what was done from this machine, or with --remote what the server was changed by; newest first',
  description:
    'The local audit has a line for each command that writes: who, where, which command, how it ended.\nThe one of the server has each changed record with its fields, whoever changed it.',
  options: [
    { flags: '--run <run>', summary: 'only what belongs to this run', group: 'Selection' },
    { flags: '--person <name>', summary: 'only what people of this name did, or a part of it', group: 'Selection' },
    { flags: '--action <action>', summary: 'only this action, orgs.update, or area, orgs', group: 'Selection' },
    { flags: '--remote', summary: 'ask the server', group: 'Selection' },
  ],
  takes: ['rows'],
  fields: auditFields,
  calls: ['audit.list'],
  exits: ['invalid'],
  examples: [
    'carepost audit list --remote --action organizations.update',
    'carepost audit list',
    'carepost audit list --run <run> --remote --all --output csv',
  ],
  async run(context, options) {
    await (options.remote === true ? showRemote(context, options) : showLocal(context, options));
  },
});
