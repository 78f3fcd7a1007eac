import type { SystemAlert } from '../../../shared/contract/exchangeSchemas.ts';
import { type ArgumentSpec, defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';

const alertArgument: ArgumentSpec = { name: '<alert>', summary: 'id of the alert' };
const fields = ['id', 'name', 'status', 'state', 'owner', 'note', 'acknowledgedAt', 'resolvedAt', 'version'];

const alertOf = async (context: Context, id: string): Promise<SystemAlert> => {
  const client = await context.client();
  const { items } = await client.diagnostics.systemAlerts({}, { signal: context.signal, fresh: true });
  const found = items.find((alert) => alert.id === id);
  if (found !== undefined) return found;
  throw new CliError('E-USAGE', 'No unresolved alert has this id; nothing was sent.', {
    code: 'E-NOT-FOUND',
    exit: 'not-found',
    hint: 'Run: carepost health alerts',
  });
};

interface Taken {
  readonly note: string | null;
  readonly owner: string | null;
}

/** What acknowledging changes; without an owner the server enters who asks. */
const changesOf = (alert: SystemAlert, { note, owner }: Taken) =>
  [
    { column: 'state', before: alert.state, after: 'acknowledged' },
    { column: 'owner', before: alert.owner, after: owner ?? 'you' },
    { column: 'note', before: alert.note, after: note },
  ].filter(({ before, after }) => before !== after);

export const healthAcknowledge = defineCommand<WriteFlags & { readonly note?: string; readonly owner?: string }>({
  name: 'acknowledge',
  aliases: ['ack'],
  summary: 'Take an alert over, so that others know that somebody looks after it',
  description:
    'On an alert that has an owner or a note already, what is not given stays as it is. An empty text takes it away.',
  arguments: [alertArgument],
  options: [
    { flags: '--note <text>', summary: 'what is being done', group: 'Selection' },
    { flags: '--owner <person>', summary: 'who looks after it (you, unless somebody does)', group: 'Selection' },
  ],
  takes: ['write', 'record'],
  fields: { all: fields, table: fields },
  calls: ['diagnostics.systemAlerts', 'diagnostics.acknowledgeAlert'],
  exits: ['not-found', 'conflict', 'invalid'],
  examples: [
    'carepost health acknowledge <alert> --note "The relay is being restarted" --yes',
    'carepost health ack <alert> --owner "Night shift" --yes --output json',
  ],
  async run(context, { note, owner, ...flags }, [id = '']) {
    const alert = await alertOf(context, id);
    const client = await context.client();
    const taken = { note: (note ?? alert.note) || null, owner: (owner ?? alert.owner) || null };
    const { name } = alert;
    const planned = { id, name, changes: changesOf(alert, taken) };
    const sending = await confirmed(context, `Acknowledge the alert ${name}`, flags, planned);
    const body = {
      version: alert.version,
      ...(taken.note === null ? {} : { note: taken.note }),
      ...(taken.owner === null ? {} : { owner: taken.owner }),
    };
    await context.output.record(await client.diagnostics.acknowledgeAlert({ params: { id }, body }, sending));
  },
});

export const healthResolve = defineCommand<WriteFlags & { readonly note?: string }>({
  name: 'resolve',
  summary: 'Resolve an alert by hand; its rule opens a new one when it finds cause again',
  arguments: [alertArgument],
  options: [{ flags: '--note <text>', summary: 'what was done; needed', group: 'Selection' }],
  takes: ['write', 'record'],
  fields: { all: fields, table: fields },
  calls: ['diagnostics.systemAlerts', 'diagnostics.resolveAlert'],
  exits: ['not-found', 'conflict', 'invalid'],
  examples: [
    'carepost health resolve <alert> --note "The relay is back" --yes',
    'carepost health resolve <alert> --note "False alarm" --yes --output json',
  ],
  async run(context, { note, ...flags }, [id = '']) {
    if (note === undefined || note.trim() === '') throw new CliError('E-USAGE', 'What was done? Give --note.');
    const { name, version } = await alertOf(context, id);
    const client = await context.client();
    const sending = await confirmed(context, `Resolve the alert ${name}`, flags);
    await context.output.record(
      await client.diagnostics.resolveAlert({ params: { id }, body: { note, version } }, sending),
    );
  },
});
