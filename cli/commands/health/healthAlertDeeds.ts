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

export const healthAcknowledge = defineCommand<WriteFlags & { readonly note?: string; readonly owner?: string }>({
  name: 'acknowledge',
  aliases: ['ack'],
  summary: 'Take an alert over, so that others know that somebody looks after it',
  arguments: [alertArgument],
  options: [
    { flags: '--note <text>', summary: 'what is being done', group: 'Selection' },
    { flags: '--owner <person>', summary: 'who looks after it (you)', group: 'Selection' },
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
    const { name, version } = await alertOf(context, id);
    const client = await context.client();
    const sending = await confirmed(context, `Acknowledge the alert ${name}`, flags);
    const body = { version, ...(note ? { note } : {}), ...(owner ? { owner } : {}) };
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
